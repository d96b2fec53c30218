// A hundred and twenty days of business, made up from one seed: day by day, store by store, and numbered in the order of time.
import { buyOrder } from './never.ts';
