// The type of the database, empty on the ground: each module's tables.ts adds its own tables.

export interface Database {}
