/**
 * The work of a site, as tables. A train is a sequence of steps that one crew repeats from place to place. To add one,
 * add its lines to `trainTable`; its discipline must be in `delayReasonsByDiscipline`, its trade in `firmsByTrade`.
 */
import { type CalendarType, calendarTypes } from '#planning/contract/known-words.ts';
import { type Shift, shifts } from '#planning/contract/tasks-query.ts';

/** Each discipline with its own reasons for a delay. A reason that is listed twice is twice as likely. */
export const delayReasonsByDiscipline = parseNameLists(`
Substructure: Rain stopped work, Plant breakdown, Unknown services found in the ground
Superstructure: Crane winded off, Crane winded off, Rain stopped work
Envelope: Crane winded off, Crane winded off, Rain stopped work
Building services: Hoist out of service, Clash with services above ceiling
Fit-out: Hoist out of service, Clash with services above ceiling
Commissioning: Building management system not ready
External works: Rain stopped work, Plant breakdown, Unknown services found in the ground
Site logistics: Crane winded off, Permit not issued
`);

/** Packages of work, with two invented firms each, so that neighbouring buildings have different firms. */
export const firmsByTrade = parseNameLists(`
Cranes and hoists: Skyhook Lifting, Jibline Cranes
Scaffolding: Tubeworks Scaffolding, Rookery Access
Temporary works: Bracewell Temporary Works, Propline
Site services: Clearway Site Services, Broomfield
Piling: Ashdown Piling, Deepwater Foundations
Groundworks: Marlpit Civils, Thornbury Earthworks
Concrete frame: Stonebridge Frame, Kestrel Concrete
Steelwork: Blackrow Steel, Vantage Steelwork
Precast stairs: Larkfield Precast, Quarrymill Precast
Curtain walling: Clearline Facades, Meridian Envelope
Brickwork: Hallam Brickwork, Oldcastle Masonry
Roofing: Slatewing Roofing, Highmark Roofing
Mechanical: Copperfield Mechanical, Aldgrove Engineering
Electrical: Brightwater Electrical, Pinnace Power
Plumbing: Wellhead Plumbing, Fenbrook Plumbing
Fire protection: Rainmark Fire Protection, Wardline Sprinklers
Lifts: Ascendal Lifts, Plumbline Lifts
Controls: Setpoint Controls, Balance Point
Partitions: Fairface Interiors, Trueline Partitions
Flooring: Levelbest Floors, Foundry Flooring
Joinery: Wrenwood Joinery, Harrow & Plane
Tiling: Glazebrook Tiling, Tessella Tiling
Kitchens: Alder Kitchens, Northlight Fittings
Decoration: Second Coat Decorators, Palette Painting
Paving: Kerbstone Paving, Milepost Surfacing
Utilities: Trenchline Utilities, Mainlink Services
Landscaping: Greenbank Landscapes, Fernhill Gardens
`);

/** Places on the ground, on the podium roof and outside, in the order of work; the others come from `placeOf`. */
export const nonLevelAreaNames = parseNameLists(`
ground: East bay, West bay, North bay, South bay, Core pit, Ramp
roof: Podium roof north, Podium roof south, Podium plant deck
external: Dock Road frontage, North courtyard, Service yard, Riverside walk, Main square, West boundary, Car park ramp
`);

/**
 * A line for each train: `code name | discipline | trade | place | rules | crew | trains it waits for`. The number
 * after the place is the share of the building's height at which this work is now. The rules of a train are a shift and
 * a calendar.
 *
 * Below it, a line for each step: `name | days | people | plant | materials a day | rules | note`. A step of 0 days is
 * a milestone; one without people is done by the train's crew; `{flats}` becomes the flats at the place. A step may
 * have a shift and a calendar of its own, and `key`, `overlap n` (starts n working days after the step before has
 * started), `wait n` (starts n working days later than it could) and `by` another trade.
 *
 * A project takes the trains in this order. The first ten include every shift, so that even a small project has them
 * all.
 */
const trainTable = `
SLB Slab | Superstructure | Concrete frame | level 0.72 | six-day | 9 Formwork carpenters, 1 Slinger/signaller | COL, SLB
  Erect falsework and edge protection to slab | 3 | | Tower crane
  Deck slab soffit | 2 | | Tower crane | 160 m² Formwork ply | overlap 2
  Fix reinforcement to slab | 4 | 10 Steel fixers | Tower crane | 6 t Reinforcement
  Cast-in conduits and sleeves to slab | 2 | 4 Electricians, 2 Plumbers | | 60 m Service duct | overlap 2, by Electrical
  Pour slab | 1 | 10 Concrete gang | Concrete pump | 120 m³ Concrete C40/50 | key | Pour starts 07:00; cube samples every 50 m³.
  Strike falsework and back-prop slab | 2 | | | | wait 3
  Slab complete | 0 | | | | key
PAR Partitions | Fit-out | Partitions | level 0.38 | | 7 Dryliners, 1 Labourers | MEC, PHS, BRK
  Set out partitions and load plasterboard | 1 | | Goods hoist
  Head track and metal stud to partitions | 4 | | | 240 m Metal stud
  First-side board to partitions | 4 | | | 130 m² Plasterboard | overlap 2
  First-fix services in partitions to {flats} | 3 | 4 Electricians, 2 Plumbers | | | by Electrical
  Acoustic quilt and second-side board | 4 | | | 130 m² Plasterboard, 90 m² Acoustic quilt
  Tape and joint partitions | 3 | 4 Tapers and jointers
RDX Highway crossing | External works | Utilities | external | six-day, night | 5 Utility gang, 2 Traffic marshals
  Set out traffic management and close lane | 1 | 4 Traffic marshals | Traffic management set | | | Lane closure 21:00–05:00 only.
  Break out carriageway and excavate crossing | 2 | | 5 t excavator, Tipper lorry | 25 m³ Muck away
  Lay ducts and draw ropes to crossing | 2 | | | 36 m Service duct
  Backfill and surface carriageway | 2 | 7 Surfacing gang | Asphalt paver, Vibrating roller | 60 t Asphalt | key
DEW Dewatering | Site logistics | Temporary works | ground | seven-day, 24hr | 2 Pump attendants
  Install dewatering wells and header | 3 | 4 Temporary works operatives | | | six-day, day
  Run dewatering and monitor levels | 16 | | Dewatering pump, Generator 100 kVA
  Switch off dewatering and cap wells | 2 | 3 Temporary works operatives | | | six-day, day
ELE Electrical first fix | Building services | Electrical | level 0.45 | | 6 Electricians, 2 Mates | MEC, ELE
  Install cable tray, basket and trunking | 4 | | Scissor lift | 45 m Cable tray
  Pull sub-main cables from riser | 3 | | | 220 m Cable | | Cable drums to be landed by hoist before 08:00.
  First-fix lighting and small power | 5 | | | 380 m Cable | overlap 2
  Dead test circuits | 2 | 3 Electricians | | | key
  Ready to close ceilings | 0 | | | | key
CWL Curtain walling | Envelope | Curtain walling | elevation 0.6 | | 6 Facade fixers, 1 Slinger/signaller | SLB, CWL
  Set out and fix curtain wall brackets | 4 | | Mast climber
  Hang unitised curtain wall panels | 6 | | Tower crane, Spider crane | 10 no. Curtain wall panels | key | No panel lifts above 9 m/s wind.
  Fix fire stops and cavity barriers to slab edge | 3 | 4 Fire-stopping operatives | | | overlap 3, by Fire protection
  Hose test curtain wall | 1 | 2 Testing engineers, 2 Facade fixers
DEC Decoration | Fit-out | Decoration | level 0.14 | | 6 Painters | CLG, DEC
  Mist coat walls and ceilings | 2 | | | 80 l Paint | afternoon
  Fill, sand and first coat to walls | 3 | | | 70 l Paint
  Final coat and gloss to woodwork | 3 | | | 60 l Paint
CAP Capping beam | Substructure | Groundworks | ground | six-day | 6 Groundworkers, 1 Banksman | PIL, DEW
  Excavate to underside of capping beam | 4 | | 13 t excavator, Dumper 9 t | 60 m³ Muck away | | Permit to dig needed before start.
  Fix reinforcement to capping beam | 4 | 7 Steel fixers | | 3 t Reinforcement
  Shutter capping beam | 3 | 6 Formwork carpenters | | 45 m² Formwork ply | overlap 2
  Pour capping beam | 1 | 7 Concrete gang | Concrete pump | 64 m³ Concrete C32/40 | key
  Monitor curing | 3 | 2 Site engineers | | | 24hr
  Strike shutters and backfill to capping beam | 2 | | Plate compactor
COL Walls and columns | Superstructure | Concrete frame | level 0.78 | six-day | 6 Formwork carpenters, 1 Slinger/signaller | SLB, COL
  Set out and cast kickers to columns | 1
  Fix reinforcement to walls and columns | 3 | 7 Steel fixers | Tower crane | 3 t Reinforcement
  Set column shutters | 2 | | Tower crane | | overlap 1
  Pour walls and columns | 1 | 6 Concrete gang | Tower crane | 36 m³ Concrete C40/50 | key
  Land and grout precast stair flights | 1 | 4 Precast erectors | Tower crane | 3 no. Precast stair flights | wait 1, by Precast stairs
MEC Mechanical first fix | Building services | Mechanical | level 0.5 | | 5 Pipefitters, 2 Mates | SLB, MEC
  Install ductwork mains and branches | 5 | 5 Ductwork fitters | Scissor lift, Goods hoist | 22 m Ductwork
  Install LTHW and chilled water pipework | 5 | | Scissor lift | 34 m Steel pipework | overlap 3
  Pressure test pipework | 1 | 2 Pipefitters | Pressure test rig | | key | Test certificate to the clerk of works.
  Install sprinkler range pipes and drops | 4 | 4 Sprinkler fitters | Scissor lift | 36 m Sprinkler pipe | by Fire protection
  Insulate pipework and ductwork | 4 | 4 Insulators | | 38 m Pipe insulation
PIL Bored piling | Substructure | Piling | ground | six-day | 5 Piling operatives, 1 Banksman
  Set out piles and prepare piling mat | 2 | 1 Site engineers, 3 Groundworkers
  Bored piles, 900 mm dia. | 6 | | Piling rig, Service crane 50 t | 48 m³ Concrete C32/40, 3 t Reinforcement | key | Rig needs a mat certificate before it tracks on.
  Remove piling arisings | 3 | 3 Groundworkers | 13 t excavator, Tipper lorry | 90 m³ Muck away | overlap 3, by Groundworks
  Integrity test piles | 1 | 2 Testing engineers | | | wait 5
  Break down and trim pile heads | 4 | 4 Groundworkers | 5 t excavator
  Piling handed over | 0 | | | | key
TIL Bathrooms | Fit-out | Tiling | level 0.24 | six-day | 5 Tilers, 1 Labourers | PAR, TIL
  Tank wet areas to {flats} | 2 | 3 Waterproofers
  Wall tiling to bathrooms {flats} | 4 | | | 36 m² Wall tiles
  Floor tiling and grout to bathrooms {flats} | 3 | | | 24 m² Wall tiles
  Second-fix sanitaryware to {flats} | 3 | 4 Plumbers | | | by Plumbing
TCR Tower crane | Site logistics | Cranes and hoists | core 0.85 | six-day | 5 Crane crew
  Climb crane two sections | 2 | | Mobile crane 80 t, Lighting tower | | key, night | No lifts from this crane while it climbs.
  Extend hoist mast and ties | 1 | 4 Hoist erectors | Goods hoist | | afternoon
  Build hoist run-offs and gates | 2 | 4 Scaffolders | | | by Scaffolding
BRK Framing and brickwork | Envelope | Brickwork | elevation 0.45 | six-day | 8 Bricklayers, 3 Labourers | SCF, BRK
  Fix steel framing system | 4 | 6 Framing fixers | Mast climber | 180 m Steel framing
  Cavity insulation and wall ties | 3 | 4 Bricklayers, 2 Labourers | | 85 m² Cavity insulation | overlap 2
  Facing brickwork | 6 | | Mast climber, Telehandler | 2600 no. Facing bricks
  Fix and glaze windows | 4 | 5 Window fitters | Goods hoist | 9 no. Window units | by Curtain walling
  Elevation weathertight | 0 | | | | key
COR Core walls | Superstructure | Concrete frame | core 0.85 | six-day | 8 Formwork carpenters, 1 Slinger/signaller | COR, TCR
  Climb jump form to core | 1 | | | | key
  Fix reinforcement and couplers to core walls | 3 | 9 Steel fixers | Tower crane | 5 t Reinforcement
  Pour core walls | 1 | 8 Concrete gang | Concrete pump | 70 m³ Concrete C40/50 | key
  Survey core for verticality | 1 | 2 Site engineers | | | wait 1
PHS Public health first fix | Building services | Plumbing | level 0.55 | | 4 Plumbers, 1 Mates | SLB, PHS
  Install soil and waste stacks | 4 | | | 24 m Soil pipe
  First-fix hot and cold water to {flats} | 4 | | | 48 m Copper pipework | overlap 2
  Air test stacks and pressure test water services | 1 | 2 Plumbers | Pressure test rig
  Fire-stop service penetrations | 2 | 3 Fire-stopping operatives | | | by Fire protection
CLG Ceilings | Fit-out | Partitions | level 0.3 | | 5 Ceiling fixers | PAR, ELE
  Inspect and sign off services above ceiling | 1 | 2 Site engineers | | | key
  Suspended ceiling grid | 4 | | Mobile tower | 75 m² Ceiling grid
  Second-fix luminaires, grilles and detectors | 3 | 4 Electricians | | 22 no. Luminaires | overlap 2, by Electrical
  Lay ceiling tiles and access panels | 3 | | | 75 m² Ceiling tiles
SCF Scaffold | Site logistics | Scaffolding | elevation 0.5 | six-day | 7 Scaffolders | SCF
  Erect scaffold lifts and loading bay | 4 | | Tower crane | 180 no. Scaffold boards
  Inspect and tag scaffold | 1 | 2 Scaffolders | | | key
  Strike scaffold | 4 | | Telehandler
FLR Screed and floors | Fit-out | Flooring | level 0.22 | | 4 Floor layers | PAR, TIL
  Lay insulation and underfloor heating | 3 | 3 Plumbers, 2 Floor layers | | | by Mechanical
  Pump liquid screed | 1 | 6 Screed gang | Screed pump | 420 m² Floor screed | key | Area closed to all trades for 48 hours.
  Moisture test screed | 1 | 2 Testing engineers | | | wait 2
  Lay carpet tiles and vinyl | 3 | | | 80 m² Carpet tiles
JOI Doors and kitchens | Fit-out | Joinery | level 0.2 | | 5 Joiners | DEC, FLR
  Hang door sets to {flats} | 4 | | Goods hoist | 8 no. Door sets
  Skirting, architrave and wardrobes | 3 | | | 110 m Skirting | overlap 2
  Distribute kitchen units to {flats} | 1 | 5 Labourers | Goods hoist | | afternoon, by Kitchens
  Fit kitchens to {flats} | 4 | 4 Kitchen fitters | | 14 no. Kitchen units | by Kitchens
  Fire door inspection and tagging | 1 | 2 Site engineers | | | key
ROF Podium roof | Envelope | Roofing | roof | | 6 Roofers
  Erect columns and main beams | 4 | 6 Steel erectors, 1 Slinger/signaller | Tower crane, MEWP | 9 t Structural steel | key, by Steelwork | Lift plan LP-14 applies.
  Lay metal decking and edge trims | 2 | 5 Decking fixers | | 140 m² Metal decking | by Steelwork
  Torch-on roof membrane | 4 | | | 120 m² Roof membrane | | Hot works permit and one hour of fire watch after.
  Flood test roof | 2 | 2 Roofers | | | key, 24hr
  Crane air handling units to roof | 1 | 4 Crane crew, 3 Pipefitters | Mobile crane 80 t | | key, by Mechanical | Road closed 06:00–14:00; lift plan LP-22.
LFT Lift installation | Building services | Lifts | core 0.3 | | 3 Lift engineers | COR
  Fix lift guide rails and brackets | 6 | | Goods hoist
  Install landing doors and entrances | 4
  Install lift car and counterweight | 3 | 4 Lift engineers | | | key
  Lift in service | 0 | | | | key
COM Commissioning | Commissioning | Controls | level 0.08 | | 3 Commissioning engineers | ELE, CLG
  Flush and chemically clean pipework | 3 | | | | night
  Balance air and water sides | 3
  Cause-and-effect test fire alarm | 1 | | | | key, night
  Witness services with the client | 1 | | | | key
PAV Hard landscape | External works | Paving | external | | 5 Paviors, 2 Groundworkers | RDX, PAV
  Lay and bed 225 mm drainage | 4 | 5 Groundworkers | 13 t excavator | 14 m Drainage pipe 225 mm | by Groundworks
  Place and compact sub-base | 2 | | Vibrating roller | 85 t Type 1 sub-base
  Lay kerbs and block paving | 5 | | Plate compactor | 55 m² Block paving, 32 m Kerbs
  Plant semi-mature trees | 1 | 4 Landscapers | Telehandler | 4 no. Semi-mature trees | by Landscaping
SNG Snagging and handover | Fit-out | Site services | level 0.06 | | 6 Cleaners | DEC, JOI
  Builders clean | 2 | | | | afternoon
  Close out snags to {flats} | 3 | 6 Multi-trade operatives
  Client inspection and de-snag | 1 | 2 Site engineers | | | key
  Sectional handover | 0 | | | | key
DEL Deliveries | Site logistics | Site services | level 0.4 | six-day, night | 5 Logistics operatives, 2 Traffic marshals
  Receive and distribute plasterboard deliveries | 2 | | Telehandler, Goods hoist
  Receive ductwork and pipework deliveries | 2 | | Telehandler
  Clear waste and swap skips | 2 | 4 Logistics operatives
`;

export type ActivitySequence = ReturnType<typeof parseTrain>;
export type WorkActivity = ActivitySequence['activities'][number];
export const activitySequences = trainTable
  .trim()
  .split(/\n(?=\S)/)
  .map(parseTrain);

/** @throws RangeError for a word that is not known */
function parseTrain(lines: string) {
  const [first = '', ...steps] = lines.split('\n');
  const [title = '', discipline, trade, place = '', rules, crew = '', waitsFor] = cellsOf(first);
  const [code = '', ...name] = title.split(' ');
  const [where, front = 0] = place.split(' ');
  const own = parseRules(rules, { trade, calendar: 'five-day', shift: undefined });
  return {
    code,
    name: name.join(' '),
    discipline: knownWord(discipline, [...delayReasonsByDiscipline.keys()]),
    where: knownWord(where, ['level', 'core', 'elevation', ...nonLevelAreaNames.keys()]),
    front: Number(front),
    shift: own.shift,
    waitsFor: listOf(waitsFor),
    activities: steps.map((line) => {
      const [name = '', days, people, plant, materials, ruled, note] = cellsOf(line);
      return {
        name,
        /** Minimum working days; 0 is a milestone. */
        days: Number(days),
        crew:
          days === '0'
            ? []
            : listOf(people || crew).map((text) => {
                const [perDay, ...words] = text.split(' ');
                return { name: words.join(' '), perDay: Number(perDay) };
              }),
        plant: listOf(plant),
        materials: listOf(materials).map((text) => {
          const [perDay, unit = '', ...words] = text.split(' ');
          return { name: words.join(' '), perDay: Number(perDay), unit };
        }),
        ...parseRules(ruled, own),
        note,
      };
    }),
  };
}

type TrainDefaults = {
  readonly trade: string | undefined;
  readonly calendar: CalendarType;
  readonly shift: Shift | undefined;
};

function parseRules(text: string | undefined, usual: TrainDefaults) {
  const rules = new Map(listOf(text).map((rule) => [rule.replace(/ .*/, ''), rule.replace(/^\w+ /, '')]));
  const take = (word: string) => {
    const value = rules.get(word);
    rules.delete(word);
    return value;
  };
  const taken = {
    trade: knownWord(take('by') ?? usual.trade, [...firmsByTrade.keys()]),
    calendar: calendarTypes.find(take) ?? usual.calendar,
    shift: shifts.find(take) ?? usual.shift,
    overlap: Number(take('overlap') ?? Number.POSITIVE_INFINITY),
    wait: Number(take('wait') ?? 0),
    key: take('key') !== undefined,
  };
  if (rules.size > 0) throw new RangeError(`Not all of these rules are known: ${text}`);
  return taken;
}

function knownWord(text: string | undefined, words: readonly string[]): string {
  if (text !== undefined && words.includes(text)) return text;
  throw new RangeError(`"${text}" is none of ${words.join(', ')}.`);
}

/** Parses lines such as `name: one, other`. */
export function parseNameLists(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = text.trim().split('\n');
  return new Map(lines.map((line) => [line.replace(/:.*/, ''), listOf(line.replace(/.*: /, ''))]));
}

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}

function listOf(text = ''): string[] {
  return text.split(', ').filter(Boolean);
}
