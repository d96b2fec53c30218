// Name of a location, shown where there is more than one.
export const placeName = (locations: readonly { id: string; name: string }[], id: string): string | undefined =>
  locations.length > 1 ? locations.find((place) => place.id === id)?.name : undefined;
