// Eleventy brings no types; these are of the part that site/build.ts uses.
declare module '@11ty/eleventy' {
  export interface Settings {
    ignores: Set<string>;
    setUseGitIgnore(does: boolean): void;
    setIncludesDirectory(folder: string): void;
    setTemplateFormats(formats: string[]): void;
    amendLibrary(format: string, amend: (library: object) => void): void;
    addFilter(name: string, filter: (value: string) => unknown): void;
    addTemplate(name: string, content: string, data: object): void;
  }
  export default class Eleventy {
    constructor(input: string, output: string, options: { quietMode: boolean; config(settings: Settings): void });
    write(): Promise<void>;
  }
}
