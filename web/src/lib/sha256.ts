/**
 * SHA-256 and HMAC-SHA-256 of texts (FIPS 180-4, RFC 2104).
 *
 * Of our own because crypto.subtle is missing where it is needed most: over plain HTTP in a home network.
 */

const PRIMES = primes(64);
/** The first 32 bits of the fractional parts of roots of the first primes. */
const K = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64; // bytes

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

function fraction(number: number): number {
  return ((number - Math.floor(number)) * 2 ** 32) | 0;
}

const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The message, a one bit, zeros, and its length in bits. */
function padded(message: Uint8Array): DataView<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, message.length << 3);
  return view;
}

function schedule(view: DataView, at: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let index = 0; index < 64; index += 1) {
    if (index < 16) {
      words[index] = view.getUint32(at + 4 * index);
      continue;
    }
    const [near, far] = [words[index - 2]!, words[index - 15]!];
    const sigma0 = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    const sigma1 = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    words[index] = words[index - 16]! + sigma0 + words[index - 7]! + sigma1;
  }
  return words;
}

function compress(hash: number[], words: Uint32Array): number[] {
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index += 1) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + K[index]! + words[index]!) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + hash[index]!) | 0);
}

function digest(message: Uint8Array): Uint8Array {
  const view = padded(message);
  let hash = START;
  for (let at = 0; at < view.byteLength; at += BLOCK) hash = compress(hash, schedule(view, at));
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => result.setInt32(4 * index, word));
  return new Uint8Array(result.buffer);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return hex(digest(bytesOf(text)));
}

/** The HMAC-SHA-256 of a text under a key that is a text, in hexadecimal. */
export function hmacSha256(key: string, text: string): string {
  const bytes = bytesOf(key);
  const block = new Uint8Array(BLOCK);
  block.set(bytes.length > BLOCK ? digest(bytes) : bytes);
  const joined = (pad: number, rest: Uint8Array): Uint8Array => {
    const whole = new Uint8Array(BLOCK + rest.length);
    whole.set(block.map((byte) => byte ^ pad));
    whole.set(rest, BLOCK);
    return whole;
  };
  return hex(digest(joined(0x5c, digest(joined(0x36, bytesOf(text))))));
}
