/** Trades, the package each is bought under, and firms that do it (invented names). */
export const trades = {
  piling: { package: ['2100', 'Piling'], firms: ['Ashdown Piling', 'Deepwater Foundations'] },
  groundworks: {
    package: ['2200', 'Groundworks and drainage'],
    firms: ['Marlpit Civils', 'Thornbury Earthworks'],
  },
  concrete: { package: ['3100', 'Concrete frame'], firms: ['Stonebridge Frame', 'Kestrel Concrete'] },
  steelwork: { package: ['3200', 'Structural steelwork'], firms: ['Blackrow Steel', 'Vantage Steelwork'] },
  precast: { package: ['3300', 'Precast stairs'], firms: ['Larkfield Precast', 'Larkfield Precast North'] },
  facade: { package: ['4100', 'Curtain walling'], firms: ['Clearline Facades', 'Meridian Envelope'] },
  brickwork: { package: ['4200', 'Brickwork and framing'], firms: ['Hallam Brickwork', 'Oldcastle Masonry'] },
  roofing: { package: ['4300', 'Roofing'], firms: ['Slatewing Roofing', 'Highmark Roofing'] },
  mechanical: {
    package: ['5100', 'Mechanical services'],
    firms: ['Copperfield Mechanical', 'Aldgrove Engineering'],
  },
  electrical: {
    package: ['5200', 'Electrical services'],
    firms: ['Brightwater Electrical', 'Pinnace Power'],
  },
  publicHealth: { package: ['5300', 'Public health'], firms: ['Wellhead Plumbing', 'Fenbrook Plumbing'] },
  sprinklers: {
    package: ['5400', 'Fire protection'],
    firms: ['Rainmark Fire Protection', 'Wardline Sprinklers'],
  },
  lifts: { package: ['5500', 'Lifts'], firms: ['Ascendal Lifts', 'Ascendal Lifts East'] },
  controls: {
    package: ['5600', 'Controls and commissioning'],
    firms: ['Setpoint Controls', 'Balance Point'],
  },
  drylining: {
    package: ['6100', 'Partitions and ceilings'],
    firms: ['Fairface Interiors', 'Trueline Partitions'],
  },
  floors: {
    package: ['6200', 'Screeds and floor finishes'],
    firms: ['Levelbest Floors', 'Foundry Flooring'],
  },
  joinery: { package: ['6300', 'Joinery and doors'], firms: ['Wrenwood Joinery', 'Harrow & Plane'] },
  tiling: { package: ['6400', 'Wall and floor tiling'], firms: ['Glazebrook Tiling', 'Tessella Tiling'] },
  kitchens: { package: ['6500', 'Kitchens and fittings'], firms: ['Alder Kitchens', 'Northlight Fittings'] },
  decoration: { package: ['6600', 'Decoration'], firms: ['Second Coat Decorators', 'Palette Painting'] },
  roads: { package: ['7100', 'Roads and paving'], firms: ['Kerbstone Paving', 'Milepost Surfacing'] },
  utilities: {
    package: ['7200', 'Incoming utilities'],
    firms: ['Trenchline Utilities', 'Mainlink Services'],
  },
  landscape: { package: ['7300', 'Landscaping'], firms: ['Greenbank Landscapes', 'Fernhill Gardens'] },
  lifting: { package: ['1100', 'Cranes and hoists'], firms: ['Skyhook Lifting', 'Jibline Cranes'] },
  scaffolding: { package: ['1200', 'Scaffolding'], firms: ['Tubeworks Scaffolding', 'Rookery Access'] },
  temporaryWorks: { package: ['1300', 'Temporary works'], firms: ['Bracewell Temporary Works', 'Propline'] },
  cleaning: {
    package: ['1400', 'Site services and cleaning'],
    firms: ['Clearway Site Services', 'Broomfield'],
  },
} as const satisfies Record<
  string,
  { readonly package: readonly [string, string]; readonly firms: readonly [string, string] }
>;

export type Trade = keyof typeof trades;
