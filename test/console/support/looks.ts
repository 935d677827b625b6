/**
 * Compares a page with a small picture of it. Both are reduced to grey blocks: what is compared is
 * the layout and the colours, not the font of a machine or a time of day.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(__dirname, '..', 'looks');
/** Of a block, in CSS pixels of the page. */
const BLOCK_PX = 10;
/** Of 255: text within a block may be another one. */
const TOLERATED_DIFFERENCE = 10;
/** Share of the blocks that may differ by more. */
const TOLERATED_SHARE = 0.03;
/** Writes the pictures anew instead. */
const UPDATE = process.env.UPDATE_LOOKS === '1';

export class Looks {
  /** @param canvas an empty page that reduces pictures */
  constructor(private readonly canvas: Page) {}

  /** @returns what differs, or null */
  async difference(page: Page, name: string): Promise<string | null> {
    const now = await this.reduced(await page.screenshot({ animations: 'disabled' }));
    const path = join(FOLDER, `${name}.png`);
    if (UPDATE) {
      await writeFile(path, Buffer.from(now, 'base64'));
      return null;
    }
    if (!existsSync(path)) return `${name}: there is no picture of it yet`;
    const before = await readFile(path, 'base64');
    const { share, size } = await this.compared(before, now);
    if (!size) return `${name}: it has another size`;
    if (share <= TOLERATED_SHARE) return null;
    return `${name}: ${(share * 100).toFixed(1)} % of it differ`;
  }

  private reduced(picture: Buffer): Promise<string> {
    return this.canvas.evaluate(
      `(async () => {
        const source = await fetch('data:image/png;base64,${picture.toString('base64')}');
        const image = await createImageBitmap(await source.blob());
        const canvas = document.createElement('canvas');
        canvas.width = Math.round(image.width / ${BLOCK_PX});
        canvas.height = Math.round(image.height / ${BLOCK_PX});
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.filter = 'grayscale(1)';
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/png').split(',')[1];
      })()`,
    );
  }

  private compared(one: string, other: string): Promise<{ share: number; size: boolean }> {
    return this.canvas.evaluate(
      `(async () => {
        const pixels = async (base64) => {
          const source = await fetch('data:image/png;base64,' + base64);
          const image = await createImageBitmap(await source.blob());
          const canvas = document.createElement('canvas');
          canvas.width = image.width;
          canvas.height = image.height;
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        };
        const [a, b] = [await pixels('${one}'), await pixels('${other}')];
        if (a.width !== b.width || a.height !== b.height) return { share: 1, size: false };
        let differing = 0;
        for (let at = 0; at < a.data.length; at += 4)
          if (Math.abs(a.data[at] - b.data[at]) > ${TOLERATED_DIFFERENCE}) differing += 1;
        return { share: differing / (a.data.length / 4), size: true };
      })()`,
    );
  }
}
