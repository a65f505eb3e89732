/** Codes made by an independent encoder (qrcode for Python); every row is a number in hexadecimal. */

export const VECTORS = [
  {
    text: "Atlantis",
    level: "L" as const,
    mask: 0,
    rows:
      "1fc57f 104141 17545d 17415d 174b5d 104e41 1fd57f 1400 1df5c4 e9291 a66b7 101b80 1dfe41 1876 " +
      "1fd537 105062 175170 174e9a 175efd 1057b2 1fd2e3",
  },
  {
    text: "Atlantis",
    level: "M" as const,
    mask: 3,
    rows:
      "1fd87f 105441 174a5d 17585d 17405d 104c41 1fd57f 1c00 16e84b 1ca11f dcdab aadb8 146e30 1095 " +
      "1fd0f0 105fec 174a6c 1758a2 17528c 104351 1fd324",
  },
  {
    text: "http://192.168.1.20:8000/table/Qm3xT9",
    level: "M" as const,
    mask: 4,
    rows:
      "1fd9217f 104fc741 174a685d 175f215d 175e515d 105a0741 1fd5557f 18b800 1173bcf9 d32fddf " +
      "10592441 355ea3 18ffd822 1bb721db 1b4cecb5 1eb3a8d3 47aaa0a 1814f553 76b283d a27ea3 187cdbf9 " +
      "1d1511 1fdde35d 10428911 175fabf2 1746ee2d 174def2b 104029c3 1fdc0b82",
  },
  {
    text: "https://atlantis.example.org/table/3f9c2b7a1d5e4860aa17cc2e?x=1",
    level: "L" as const,
    mask: 5,
    rows:
      "1fc319c7f 104cd5d41 174170f5d 175199c5d 1758d725d 104301c41 1fd55557f 627600 18eabd718 " +
      "1c19b32b6 187470d0a cb9622d4 18db731e3 1d2077363 1543308e2 199233035 18422d592 721b226b " +
      "7562a761 1f91b60b4 84d7c7b2 1b107aeba 10ff35d4a 143a4410c 1fc0e43fa 1de2315 1fdcf8f5e " +
      "105dd631e 17496c1fb 174033b9f 1745ee09f 10564640c 1fd229392",
  },
  {
    text: "https://atlantis.example.org/table/3f9c2b7a1d5e4860aa17cc2e?x=1",
    level: "M" as const,
    mask: 6,
    rows:
      "1fdefe3c7f 105451c441 175e31dd5d 17476f9c5d 17565e155d 1046dca441 1fd555557f 6a28800 " +
      "13f1959097 7b6c9cb3e 17db405bd9 1402680347 755071361 b81286798 16c9fad75f 12267f00ef " +
      "1a41f98a67 1d291d368c 1e60656a65 e93c01a59 4d3f816f8 625e6ea16 174aac76eb 1505b8f27d " +
      "10cbbeb5c3 1106d303b8 1b621b3aa7 1280252646 125b950bf4 1cf34916 1fd0e3e951 105bee4b12 " +
      "175c22f3f3 1750dc93ce 17463f669b 104e1b36d7 1fd7b03361",
  },
  {
    text: "Grüße vom Meeresgrund",
    level: "M" as const,
    mask: 1,
    rows:
      "1fdf87f 104f941 1754a5d 1748c5d 174bc5d 105ac41 1fd557f 7600 146b225 160f760 11f3620 bb01e5 " +
      "1a63343 a576f 1e7da3d 49358f 19643fd 18910 1fde151 1040317 17433f5 174d21e 17558b3 104b028 " +
      "1fdddd9",
  },
  {
    text: "https://a-rather-long-name-of-a-club.example.org/table/3f9c2b7a1d5e4860aa17cc2e3f9c2b7a1d5e4860",
    level: "M" as const,
    mask: 7,
    rows:
      "1fcfcb6367f 1040c5fed41 174dd630f5d 1743eea225d 174bd4e305d 1052334f241 1fd5555557f 9cd93d00 " +
      "12db909d4a0 191639119cd 1a5ca7d8e3c 1839d4db0d7 1d778ab8f4b b9808b5b2e dd2c555d5d 1a27adae60 " +
      "19c77bb6e2a 13899079563 ae5649419b 2ba3e62e61 741d311ee 1709d5091cf 14cef2c8306 1407649a645 " +
      "b742b9ab62 71cfbd462a 1a5375e01e3 fb78bba941 86ef9e1880 c2b62841e7 115d7345433 3118fa2c93 " +
      "12ebc6e81f6 1645c4b1b 1fc73a10150 105bf8f7514 174cd150df3 17594290dd1 17414db841f " +
      "104addfbbaa 1fda0bb49f2",
  },
];
