// What a location is called, where there is more than one and so something to tell.
export function placeName(locations: readonly { id: string; name: string }[], id: string): string | undefined {
  return locations.length > 1 ? locations.find((place) => place.id === id)?.name : undefined;
}
