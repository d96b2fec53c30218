// Public face of events.
export { EVENT_TYPES } from './catalogue.ts';
export type { EventFacts } from './catalogue.ts';
export { eventJson, readTypes } from './event.ts';
export type { PlacedEvent } from './event.ts';
export { placeEvents } from './place-events.ts';
export { quietly } from './quietly.ts';
export { headPosition, positionOf, readEvents } from './read-events.ts';
export type { Place } from './read-events.ts';
export { tell } from './tell.ts';
