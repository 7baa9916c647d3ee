/** FNV-1a over the UTF-8 bytes, 32 bits (Fowler, Noll, Vo). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

/** The random number generator mulberry32 (Tommy Ettinger), which is the same in every programming language. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** The next number, from 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 0x3d);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** One of the choices, all with the same probability. */
  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.next() * choices.length)] ?? choices[0];
  }
}
