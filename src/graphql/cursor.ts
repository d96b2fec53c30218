// Cursors, for the edges that make their own.
export { readCursor, readNumberCursor, writeCursor } from '../platform/cursor.ts';
