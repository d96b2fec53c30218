// Placeholder until the module's part is written.
