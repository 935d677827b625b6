/** Text in the five by seven points of small displays: a server has no fonts. */
import type { Picture } from './png';

const FIRST = ' '.codePointAt(0)!;
const COLUMNS = 5;
/** With the space between two letters. */
const ADVANCE = COLUMNS + 1;
const ROWS = 8;

/** From the space to the z, five columns each, the lowest bit on top. */
const LETTERS = Buffer.from(
  [
    '000000000000005f00000007000700147f147f14242a7f2a1223130864623649562050',
    '0008070300001c2241000041221c002a1c7f1c2a08083e080800807030000808080808',
    '000060600020100804023e5149453e00427f400072494949462141494d331814127f10',
    '27454545393c4a49493141211109073649494936464949291e00001400000040340000',
    '00081422411414141414004122140802015909063e415d594e7c1211127c7f49494936',
    '3e414141227f4141413e7f494949417f090909013e414151737f0808087f00417f4100',
    '2040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f09090906',
    '3e4151215e7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f',
    '631408146303047804036159494d43007f4141410204081020004141417f0402010204',
    '4040404040000307080020545478407f284444383844444428384444287f3854545418',
    '00087e090218a4a49c787f0804047800447d40002040403d007f1028440000417f4000',
    '7c047804787c080404783844444438fc1824241818242418fc7c080404084854545424',
    '04043f44243c4040207c1c2040201c3c4030403c44281028444c9090907c4464544c44',
  ].join(''),
  'hex',
);

interface TextStyle {
  readonly x: number;
  readonly y: number;
  /** Of one point. */
  readonly size: number;
  readonly colour: number;
}

export function write(picture: Picture, text: string, { x, y, size, colour }: TextStyle): void {
  [...text].forEach((letter, place) => {
    const start = (letter.codePointAt(0)! - FIRST) * COLUMNS;
    const columns = start < 0 ? [] : LETTERS.subarray(start, start + COLUMNS);
    columns.forEach((bits, column) => {
      for (let row = 0; row < ROWS; row += 1) {
        if ((bits & (1 << row)) === 0) continue;
        picture.fill(x + (place * ADVANCE + column) * size, y + row * size, size, size, colour);
      }
    });
  });
}

/** How many letters of this size fit. */
export function fitting(width: number, size: number): number {
  return Math.floor(width / (ADVANCE * size));
}
