// Name of a location, shown where there is more than one.
export function placeName(locations: readonly { id: string; name: string }[], id: string): string | undefined {
  return locations.length > 1 ? locations.find((place) => place.id === id)?.name : undefined;
}
