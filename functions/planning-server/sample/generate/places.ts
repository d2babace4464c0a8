/** The parts of a building and of a site that work is done in. */
import { placeNames, type Where } from '../vocabulary/vocabulary.ts';

export type Place = {
  /** The location's name: `Level 7 – east`. */
  readonly name: string;
  /** The end of a task's name: `Level 7 east`. */
  readonly phrase: string;
  /** The folder that work here belongs to, below its discipline. */
  readonly folder: string;
  /** Share of the building's height, 0 to 1. */
  readonly height: number;
  /** `grid C–E / 2–4`. */
  readonly grid: string;
  /** `flats 7.01–7.06`. */
  readonly rooms: string;
  /** Number of the first pile here. */
  readonly firstPile: number;
};

export type Building = {
  /** Position on the site, from 0. */
  readonly index: number;
  /** `Block B`; empty where the project has one building. */
  readonly name: string;
  readonly places: Readonly<Record<Where, readonly Place[]>>;
};

/**
 * @param index the building's position on the site, from 0
 * @param site.count how many buildings the site has
 */
export function buildingOf(index: number, site: { count: number; levels: number }): Building {
  const { levels } = site;
  const name = site.count === 1 ? '' : `Block ${String.fromCharCode(65 + index)}`;
  const joined = (part: string) => (name === '' ? part : `${name} ${part}`);
  const place = (part: Partial<Place> & Pick<Place, 'name' | 'phrase' | 'folder'>): Place => ({
    height: 0,
    grid: 'grid A–D / 1–4',
    rooms: 'all rooms',
    firstPile: 1,
    ...part,
    name: name === '' ? part.name : `${name} – ${part.name}`,
  });
  return {
    index,
    name,
    places: {
      level: range(1, levels).flatMap((level) =>
        placeNames.zones.map((zone, zoneIndex) =>
          place({
            name: `Level ${level} – ${zone.name}`,
            phrase: joined(`Level ${level} ${zone.name}`),
            folder: `Level ${level}`,
            height: level / levels,
            grid: `grid ${zone.grid} / ${1 + (level % 3)}–${4 + (level % 4)}`,
            rooms: `flats ${level}.${two(zoneIndex * 4 + 1)}–${level}.${two(zoneIndex * 4 + 4)}`,
          }),
        ),
      ),
      core: range(1, levels).map((level) =>
        place({
          name: `Level ${level} – core`,
          phrase: joined(`Level ${level} core`),
          folder: `Level ${level}`,
          height: level / levels,
        }),
      ),
      ground: placeNames.bays.map((bay, bayIndex) => {
        const part = name === '' ? `Pavilion – ${bay}` : capital(bay);
        const firstPile = bayIndex * 24 + 1;
        return place({
          name: part,
          phrase: name === '' ? `pavilion ${bay}` : joined(bay),
          folder: 'Ground',
          firstPile,
        });
      }),
      elevation: range(0, Math.ceil(levels / 2) - 1).flatMap((band) =>
        placeNames.elevations.map((side) => {
          const [low, high] = [band * 2 + 1, Math.min(band * 2 + 2, levels)];
          const between = low === high ? `Level ${low}` : `Levels ${low}–${high}`;
          return place({
            name: `${capital(side)} elevation – ${between}`,
            phrase: joined(`${side} elevation ${between}`),
            folder: `${capital(side)} elevation`,
            height: high / levels,
          });
        }),
      ),
      roof: placeNames.roofParts.map((part) =>
        place({
          name: `Podium roof – ${part.name}`,
          phrase: joined(`podium roof ${part.name}`),
          folder: 'Podium roof',
          height: 0.2,
          grid: `grid ${part.grid} / 1–5`,
        }),
      ),
      external: placeNames.externalAreas.map((area) =>
        place({ name: `External – ${area}`, phrase: joined(area), folder: 'External' }),
      ),
      crane: range(1, 2).map((crane) => {
        const mark = `TC${index * 2 + crane}`;
        return place({
          name: `Tower crane ${mark}`,
          phrase: mark,
          folder: 'Cranes and hoists',
          height: 1,
        });
      }),
      hoist: range(1, 2).map((hoist) => {
        const mark = `hoist H${index * 2 + hoist}`;
        return place({ name: capital(mark), phrase: mark, folder: 'Cranes and hoists', height: 0.5 });
      }),
      gate: range(1, 2).map((gate) => {
        const mark = `Gate ${index * 2 + gate}`;
        return place({
          name: `${mark} – lay-down area`,
          phrase: `${mark} lay-down area`,
          folder: 'Deliveries',
        });
      }),
    },
  };
}

/** A further bay of the same place, for a large project that works it more than once. */
export function furtherBay(place: Place, bay: number): Place {
  const firstPile = place.firstPile + (bay - 1) * 150;
  const further = (text: string) => (text.endsWith(' bay') ? `${text} ${bay}` : `${text} bay ${bay}`);
  return { ...place, firstPile, name: further(place.name), phrase: further(place.phrase) };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
