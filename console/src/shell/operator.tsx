/** The entry on the operator's port, and on no other. */
import { OperatorCredential } from '../client/credential';
import { Palette } from '../operator/palette';
import { operatorPart } from '../operator/part';
import { Shell } from './shell';
import { Account, OPERATOR_TOKEN } from './sign-in';
import { start } from './start';

start(
  <OperatorCredential>
    <Shell
      name="Tokenbook operator"
      parts={[operatorPart]}
      account={
        <>
          <Palette />
          <Account names={OPERATOR_TOKEN} />
        </>
      }
    />
  </OperatorCredential>,
);
