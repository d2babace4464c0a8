import { placeNames, type Where } from '#planning-server/sample/vocabulary/vocabulary.ts';

export type Place = {
  readonly name: string;
  readonly phrase: string;
  readonly folder: string;
  readonly height: number;
  readonly grid: string;
  readonly rooms: string;
  readonly firstPile: number;
  /** What is counted if the same place is worked again. @default another bay of it */
  readonly again?: string;
};

export type Building = {
  readonly index: number;
  readonly name: string;
  readonly places: Readonly<Record<Where, readonly Place[]>>;
};

export function buildingOf(index: number, site: { count: number; levels: number }): Building {
  const building = site.count === 1 ? '' : `Block ${String.fromCharCode(65 + index)}`;
  const inBuilding = (part: string) => (building === '' ? part : `${building} ${part}`);
  const placed =
    (folder: string, height: number) =>
    (name: string, phrase: string, details: Partial<Place> = {}): Place => ({
      name: building === '' ? name : `${building} – ${name}`,
      phrase,
      folder,
      height,
      grid: 'grid A–D / 1–4',
      rooms: 'all rooms',
      firstPile: 1,
      ...details,
    });
  const levels = Array.from({ length: site.levels }, (_, below) => {
    const level = below + 1;
    return { level, text: `Level ${level}`, at: placed(`Level ${level}`, level / site.levels) };
  });
  const two = [index * 2 + 1, index * 2 + 2];
  const ground = placed('Ground', 0);
  const [roof, external] = [placed('Podium roof', 0.2), placed('External', 0)];
  const [crane, hoist] = [placed('Cranes and hoists', 1), placed('Cranes and hoists', 0.5)];
  const places: Building['places'] = {
    level: levels.flatMap(({ level, text, at }) =>
      Object.entries(placeNames.zones).map(([zone, grid], zoneIndex) =>
        at(`${text} – ${zone}`, inBuilding(`${text} ${zone}`), {
          grid: `grid ${grid} / ${1 + (level % 3)}–${4 + (level % 4)}`,
          rooms: `flats ${room(level, zoneIndex * 4 + 1)}–${room(level, zoneIndex * 4 + 4)}`,
        }),
      ),
    ),
    core: levels.map(({ text, at }) => at(`${text} – core`, inBuilding(`${text} core`))),
    ground: placeNames.bays.map((bay, bayIndex) => {
      const firstPile = bayIndex * 24 + 1;
      return building === ''
        ? ground(`Pavilion – ${bay}`, `pavilion ${bay}`, { firstPile })
        : ground(capital(bay), inBuilding(bay), { firstPile });
    }),
    // Scaffold lifts and panels go up two levels at a time.
    elevation: levels
      .filter(({ level }) => level % 2 === 0)
      .flatMap(({ level }) =>
        placeNames.elevations.map((side) => {
          const [name, band] = [`${side} elevation`, `Levels ${level - 1}–${level}`];
          const at = placed(capital(name), level / site.levels);
          return at(`${capital(name)} – ${band}`, inBuilding(`${name} ${band}`));
        }),
      ),
    roof: Object.entries(placeNames.roofParts).map(([name, grid]) =>
      roof(`Podium roof – ${name}`, inBuilding(`podium roof ${name}`), { grid: `grid ${grid} / 1–5` }),
    ),
    external: placeNames.externalAreas.map((area) => external(`External – ${area}`, inBuilding(area))),
    crane: two.map((number) => crane(`Tower crane TC${number}`, `TC${number}`, { again: 'climb' })),
    hoist: two.map((number) => hoist(`Hoist H${number}`, `hoist H${number}`, { again: 'extension' })),
    gate: two.map((number) => {
      const gate = `Gate ${number}`;
      return placed('Deliveries', 0)(`${gate} – lay-down area`, `${gate} lay-down area`);
    }),
  };
  return { index, name: building, places };
}

/** The place itself, or another bay of it in a large project that works it more than once. */
export function bayOf(place: Place, bay: number): Place {
  if (bay === 1) return place;
  if (place.again !== undefined) return { ...place, phrase: `${place.phrase} ${place.again} ${bay}` };
  const further = (text: string) => (text.endsWith(' bay') ? `${text} ${bay}` : `${text} bay ${bay}`);
  const firstPile = place.firstPile + (bay - 1) * 150;
  return { ...place, firstPile, name: further(place.name), phrase: further(place.phrase) };
}

function room(level: number, number: number): string {
  return `${level}.${String(number).padStart(2, '0')}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
