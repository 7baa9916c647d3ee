/** The part of the Barcode Detection API that is used here; TypeScript does not know it yet. */
interface Detector {
  detect: (image: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

/** The symbology of the number on a book. */
const FORMAT = "ean_13";

function detectorClass(): DetectorClass | null {
  const { BarcodeDetector: found } = globalThis as { BarcodeDetector?: DetectorClass };
  return found ?? null;
}

/** Whether this browser can read barcodes with a camera. */
export async function canScan(): Promise<boolean> {
  const detector = detectorClass();
  if (!detector || !navigator.mediaDevices) return false;
  try {
    return (await detector.getSupportedFormats()).includes(FORMAT);
  } catch {
    return false;
  }
}

/** Returns a function that reads the codes in the picture of a video. */
export function reader(): (video: HTMLVideoElement) => Promise<readonly string[]> {
  const Detector = detectorClass();
  if (!Detector) return async () => [];
  const detector = new Detector({ formats: [FORMAT] });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}

/** Milliseconds in which a code that stays before the camera counts once. */
const SAME_CODE_MS = 2_000;

/**
 * Decides which codes of a stream of pictures count: a code that two pictures in a row have, because a single picture may be misread,
 * and not again while it stays before the camera.
 */
export function steadyCodes(): (code: string | null, now: number) => string | null {
  let last: string | null = null;
  let counted: { code: string; at: number } | null = null;
  return (code, now) => {
    const isSteady = code !== null && code === last;
    last = code;
    if (!isSteady) return null;
    const isSame = counted?.code === code && now - counted.at < SAME_CODE_MS;
    counted = { code, at: now };
    return isSame ? null : code;
  };
}
