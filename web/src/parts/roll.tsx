// Parts of what a till prints: a roll that is cut where it ends, and a code that a telephone reads.
import { encode } from 'uqr';
import './receipt.css';

/** A roll is cut where the receipt ends. */
export function fitRoll(page: HTMLElement): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page roll { size: 80mm ${Math.ceil((page.offsetHeight / 96) * 25.4) + 2}mm; margin: 0 }`);
  document.adoptedStyleSheets = [sheet];
}

export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text);
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label="QR">
      <path d={path} />
    </svg>
  );
}
