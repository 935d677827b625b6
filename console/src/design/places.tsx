/** The pages of a part, as a row of links above each of them. */
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';

interface PlacesProps {
  readonly label: string;
  /** The address of the first one begins that of all others. */
  readonly places: readonly { readonly label: string; readonly to: string }[];
}

export function Places({ label, places }: PlacesProps) {
  const [location] = useLocation();
  const isHere = (to: string) =>
    location === to || (to !== places[0]?.to && location.startsWith(`${to}/`));
  const here = useRef<HTMLAnchorElement>(null);
  // On a phone the places are wider than the screen.
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [location]);
  return (
    <nav className="places" aria-label={label}>
      {places.map((place) => (
        <Link
          key={place.to}
          href={place.to}
          {...(isHere(place.to) ? { ref: here, 'aria-current': 'page' } : {})}
        >
          {place.label}
        </Link>
      ))}
    </nav>
  );
}
