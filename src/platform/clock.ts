// The only place that asks the machine for the time; everything else is handed a Clock.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
