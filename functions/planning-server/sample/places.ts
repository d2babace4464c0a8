/** The parts of a building and of a site that work is done in. */
import type { Where } from './work/work-train.ts';

export type Place = {
  /** Name of the location: `Level 7 – east`. */
  readonly name: string;
  /** As it ends a task's name: `Level 7 east`. */
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

export type Block = {
  /** Empty where the project has one building. */
  readonly name: string;
  readonly levels: number;
  readonly places: Readonly<Record<Where, readonly Place[]>>;
};

const zones = ['east', 'west', 'north', 'south'] as const;
const gridLetters = ['A–C', 'D–F', 'A–D', 'C–F'] as const;
const bays = ['east bay', 'west bay', 'north bay', 'south bay', 'core pit', 'ramp'] as const;
const elevations = ['north', 'east', 'south', 'west'] as const;
const roofParts = ['north', 'south', 'plant deck'] as const;
const externalAreas = [
  'Dock Road frontage',
  'north courtyard',
  'service yard',
  'riverside walk',
  'main square',
  'west boundary',
  'car park ramp',
  'east access road',
] as const;

/** @param at the building's number on the site, from 0; `of` how many there are */
export function buildingBlock(at: number, { of, levels }: { of: number; levels: number }): Block {
  const name = of === 1 ? '' : `Block ${String.fromCharCode(65 + at)}`;
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
    name,
    levels,
    places: {
      level: range(1, levels).flatMap((level) =>
        zones.map((zone, zoneAt) =>
          place({
            name: `Level ${level} – ${zone}`,
            phrase: joined(`Level ${level} ${zone}`),
            folder: `Level ${level}`,
            height: level / levels,
            grid: `grid ${gridLetters[zoneAt]} / ${1 + (level % 3)}–${4 + (level % 4)}`,
            rooms: `flats ${level}.${two(zoneAt * 4 + 1)}–${level}.${two(zoneAt * 4 + 4)}`,
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
      ground: bays.map((bay, bayAt) => {
        const part = name === '' ? `Pavilion – ${bay}` : capital(bay);
        const firstPile = bayAt * 24 + 1;
        return place({
          name: part,
          phrase: name === '' ? `pavilion ${bay}` : joined(bay),
          folder: 'Ground',
          firstPile,
        });
      }),
      elevation: range(0, Math.ceil(levels / 2) - 1).flatMap((band) =>
        elevations.map((side) => {
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
      roof: roofParts.map((part) =>
        place({
          name: `Podium roof – ${part}`,
          phrase: joined(`podium roof ${part}`),
          folder: 'Podium roof',
          height: 0.2,
          grid: `grid ${part === 'north' ? 'A–C' : 'D–F'} / 1–5`,
        }),
      ),
      external: externalAreas.map((area) =>
        place({ name: `External – ${area}`, phrase: joined(area), folder: 'External' }),
      ),
      crane: range(1, 2).map((crane) => {
        const mark = `TC${at * 2 + crane}`;
        return place({
          name: `Tower crane ${mark}`,
          phrase: mark,
          folder: 'Cranes and hoists',
          height: 1,
        });
      }),
      hoist: range(1, 2).map((hoist) => {
        const mark = `hoist H${at * 2 + hoist}`;
        return place({ name: capital(mark), phrase: mark, folder: 'Cranes and hoists', height: 0.5 });
      }),
      gate: range(1, 2).map((gate) => {
        const mark = `Gate ${at * 2 + gate}`;
        return place({
          name: `${mark} – lay-down area`,
          phrase: `${mark} lay-down area`,
          folder: 'Deliveries',
        });
      }),
    },
  };
}

/** The same place's next bay, where a large project works it more than once. */
export function furtherBay(place: Place, bay: number): Place {
  const firstPile = place.firstPile + (bay - 1) * 150;
  const further = (text: string) => (text.endsWith(' bay') ? `${text} ${bay}` : `${text} bay ${bay}`);
  return { ...place, firstPile, name: further(place.name), phrase: further(place.phrase) };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
