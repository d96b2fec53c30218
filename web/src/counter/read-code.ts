// The code in a picture of the camera: bars of goods and labels, the QR of a slip. The reader is loaded when a camera is first used.
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

// The library would take its program from a host of others.
prepareZXingModule({ overrides: { locateFile: () => readerUrl } });

/** Each has a check of its own, so a code that is read in part is no other code. */
const READ: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'QRCode'],
  textMode: 'Plain',
  maxNumberOfSymbols: 1,
};

/** The first code that the camera sees, as a scanner would type it; undefined where `signal` ends the search. */
export async function firstCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const canvas = new OffscreenCanvas(1, 1);
  const drawing = canvas.getContext('2d', { willReadFrequently: true })!;
  while (!signal.aborted) {
    const { videoWidth: width, videoHeight: height } = video;
    if (width > 0) {
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      drawing.drawImage(video, 0, 0);
      const [code] = await readBarcodes(drawing.getImageData(0, 0, width, height), READ);
      if (code && !signal.aborted) return code.text;
    }
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}
