import { createHash, createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { hmacSha256, sha256 } from "./sha256";

test("the SHA-256 of texts of every length is that of a known good library", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length += 1) {
    const text = "ä".repeat(length % 3) + "x".repeat(length);
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});

test("the HMAC under keys of every length is that of a known good library", () => {
  for (const length of [0, 1, 63, 64, 65, 200]) {
    const [key, text] = ["k".repeat(length), "é message of some length".repeat(length % 9)];
    expect(hmacSha256(key, text)).toBe(createHmac("sha256", key).update(text).digest("hex"));
  }
});
