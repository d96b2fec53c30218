// The demo's days: calendar days of Panama, whose clocks never change.

/** `time`: hours and minutes, such as 17:04. */
export function instantOf(day: string, time: string): Date {
  return new Date(`${day}T${time}:00-05:00`);
}
