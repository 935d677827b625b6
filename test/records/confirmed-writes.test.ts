/** Whatever an operator writes into the address of MongoDB, writes wait for the journals of a majority. */
import { connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';

test.each(['j=false', 'journal=false', 'w=1&j=false', 'w=1&wtimeoutMS=1'])(
  'an address with %s leaves every write confirmed by the journals of a majority',
  async (option) => {
    const settings = await testSettings();
    const { mongoUri } = settings;
    const joined = `${mongoUri}${mongoUri.includes('?') ? '&' : '?'}${option}`;
    const records = await connectRecords({ ...settings, mongoUri: joined });
    try {
      expect(records.fills.writeConcern).toMatchObject({ w: 'majority', j: true, journal: true });
    } finally {
      await records.close();
    }
  },
);
