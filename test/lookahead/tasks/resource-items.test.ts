import { describe, expect, it } from 'vitest';
import { resourceItemText } from '#lookahead/tasks/resource-items.ts';

describe('a resource', () => {
  it.each([
    [{ name: 'operatives', quantity: 8 }, '8 × operatives'],
    [{ name: 'concrete', quantity: 64, unit: 'm³' }, '64 m³ concrete'],
    [{ name: '5 t excavator', quantity: 1 }, '1 × 5 t excavator'],
    [{ name: '80 mm board', quantity: 12.5, unit: 'm²' }, '12.5 m² 80 mm board'],
    [{ name: 'Tipper lorry', quantity: 2 }, '2 × Tipper lorry'],
    [{ name: 'crane' }, 'crane'],
  ])('%j reads %j', (item, text) => {
    expect(resourceItemText(item)).toBe(text);
  });
});
