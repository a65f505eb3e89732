import { describe, expect, test } from "vitest";

import { checkBytes, formatBits, qrCode } from "./qr";
import { VECTORS } from "./qr.vectors";

const written = (code: boolean[][]) =>
  code.map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(16)).join(" ");

describe("a QR code", () => {
  test.each(VECTORS)("of $text ($level) is that of another encoder", (vector) => {
    const code = qrCode(vector.text, vector.level, vector.mask);
    expect(written(code!)).toBe(vector.rows);
  });

  test("takes the mask that is easiest to read, and the same one each time", () => {
    const text = "http://192.168.1.20:8000/table/Qm3xT9";
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => written(qrCode(text, "M", mask)!));
    expect(all).toContain(written(qrCode(text, "M")!));
    expect(qrCode(text, "M")).toEqual(qrCode(text, "M"));
  });

  test("has the checking bytes of the standard's worked example", () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(checkBytes(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  test("names level and mask as the standard's table does", () => {
    expect(formatBits("L", 0).toString(2)).toBe("111011111000100");
    expect(formatBits("L", 4).toString(2)).toBe("110011000101111");
    expect(formatBits("M", 0).toString(2)).toBe("101010000010010");
  });

  test("is as large as the text needs, up to version 6", () => {
    expect(qrCode("x".repeat(14), "M")).toHaveLength(21);
    expect(qrCode("x".repeat(15), "M")).toHaveLength(25);
    expect(qrCode("x".repeat(106), "M")).toHaveLength(41);
    expect(qrCode("x".repeat(107), "M")).toBeNull();
    expect(qrCode("x".repeat(134), "L")).toHaveLength(41);
    expect(qrCode("x".repeat(135), "L")).toBeNull();
  });
});
