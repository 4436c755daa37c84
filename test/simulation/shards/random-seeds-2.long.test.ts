import { holdsFrom } from '../holds-from.ts';

holdsFrom(1_000_001);
