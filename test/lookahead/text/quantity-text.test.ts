import { describe, expect, it } from 'vitest';
import {
  countText,
  groupedNumberText,
  peopleText,
  percentText,
  quantityText,
} from '#lookahead/text/quantity-text.ts';

describe('a figure in words', () => {
  it.each([
    [64, '64'],
    [2.5, '2.5'],
    [1.005, '1.01'],
    [0.1 + 0.2, '0.3'],
    [-1.25, '−1.25'],
    [-0.001, '0'],
    [12345.678, '12345.68'],
  ])('quantity %d reads %s', (quantity, text) => {
    expect(quantityText(quantity)).toBe(text);
  });

  it.each([
    [1, '1 person-day'],
    [0, '0 person-days'],
    [0.5, '0.5 person-days'],
    [0.7 + 0.2 + 0.1, '1 person-day'],
    [-2, '−2 person-days'],
  ])('a count of %d reads %s', (count, text) => {
    expect(countText(count, 'person-day')).toBe(text);
  });

  it.each([
    [0, '0 people'],
    [0.2, '½ person'],
    [1, '1 person'],
    [1.5, '1½ people'],
    [154.2, '154 people'],
    [1250, '1,250 people'],
  ])('%d people read %s', (people, text) => {
    expect(peopleText(people)).toBe(text);
  });

  it.each([
    [999, '999'],
    [1000, '1,000'],
    [-1234567.25, '−1,234,567.25'],
  ])('separates the thousands of %d: %s', (count, text) => {
    expect(groupedNumberText(count)).toBe(text);
    expect(countText(count, 'task')).toBe(`${text} tasks`);
  });

  it('may have an irregular plural, such as people', () => {
    expect([1, 41].map((count) => countText(count, 'person', 'people'))).toEqual(['1 person', '41 people']);
  });

  it.each([
    [2 / 3, '67%'],
    [0.285, '29%'],
    [0.545, '55%'],
    [0.005, '1%'],
    [0, '0%'],
    [1, '100%'],
  ])('share %d reads %s', (share, text) => {
    expect(percentText(share)).toBe(text);
  });
});
