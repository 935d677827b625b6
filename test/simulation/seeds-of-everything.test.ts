/** All that the simulator has, under crashes, lost answers and pauses. */
import './mocks';
import { testSeeds } from './seeds';

testSeeds('all that is traded', 10, {});
