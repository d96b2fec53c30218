// What this process counts for Prometheus; whoever counts something registers it here, and server.ts shows it.
import { Registry } from 'prom-client';

export const metrics = new Registry();
