/** The gateway process. */
import { runProcess } from './lifecycle';
import { serveGateway } from './serve-gateway';

runProcess('gateway', serveGateway);
