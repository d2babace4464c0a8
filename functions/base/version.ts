import packageFile from '../../package.json' with { type: 'json' };

/** The version of this release, such as `0.1.0`. Its tag is `v0.1.0`. */
export const { version } = packageFile;
