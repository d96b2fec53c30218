// Has every open view ask for its answer once more.
const ASKED = 'folio:ask-again';

export function askAgain(): void {
  window.dispatchEvent(new Event(ASKED));
}

export function onAskAgain(listener: () => void): () => void {
  window.addEventListener(ASKED, listener);
  return () => window.removeEventListener(ASKED, listener);
}
