// Public face of events.
export { EVENT_TYPES, eventJson, readTypes } from './event.ts';
export type { PlacedEvent } from './event.ts';
export { placeEvents } from './place-events.ts';
export { quietly } from './quietly.ts';
export { headPosition, positionOf, readEvents } from './read-events.ts';
export type { Place } from './read-events.ts';
