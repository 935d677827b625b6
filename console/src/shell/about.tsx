import { useState } from 'react';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';

/** Names the work of others that the console shows, as their licences ask. */
export function About() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        About
      </Button>
      <Dialog title="About this console" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>
          Tokenbook is an exchange for language-model inference capacity. Prices are USD per million
          tokens. Everything on this page comes from this server.
        </p>
        <p>
          Candles are drawn with TradingView Lightweight Charts™, Copyright (c) 2025 TradingView,
          Inc. <a href="https://www.tradingview.com/">https://www.tradingview.com/</a>
        </p>
      </Dialog>
    </>
  );
}
