/** A gateway that is killed at a chosen moment of a commit, for orders that have workflows of their own. */
import { testKilledMoments } from './killed-moments';

testKilledMoments(1);
