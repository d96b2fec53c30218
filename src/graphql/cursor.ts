// Cursors, for the edges that make their own.
export { readCursor, writeCursor } from '../platform/cursor.ts';
