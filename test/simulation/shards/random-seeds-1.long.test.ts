import { holdsFrom } from '../holds-from.ts';

holdsFrom(1);
