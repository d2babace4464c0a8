/** The files of `/docs`; docs-page.deep.test.ts tries the page in Chromium. */
import { describe, expect, it } from 'vitest';
import { planningService } from '../../support/planning/planning-service.ts';

describe('the page for developers', () => {
  it.each(['/docs', '/docs/start.js', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])(
    'may load nothing from elsewhere: %s',
    async (path) => {
      const response = await planningService([]).get(path, {});
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; .*connect-src 'self'/,
      );
    },
  );
});
