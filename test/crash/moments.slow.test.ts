/** A gateway that is killed at a chosen moment of a commit, for orders that are recorded with others. */
import { testKilledMoments } from './killed-moments';

testKilledMoments(40);
