/** QR codes of links. */

import { correction, generate } from "lean-qr/nano";

/** The rows of a code, true for dark; none if the text is too long. */
export function qrCode(text: string): boolean[][] {
  try {
    const code = generate(text, { minCorrectionLevel: correction.M });
    const numbers = Array.from({ length: code.size }, (_, index) => index);
    return numbers.map((y) => numbers.map((x) => code.get(x, y)));
  } catch {
    return [];
  }
}
