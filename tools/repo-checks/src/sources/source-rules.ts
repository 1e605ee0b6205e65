/** Rules that every file of the repository keeps, and that no linter of ours knows. */

/** A rule about what stands in a file. */
export interface TextRule {
  readonly rule: string;
  readonly files: RegExp;
  readonly forbidden: RegExp;
  /** Files that may, with the reason. */
  readonly except?: { readonly files: RegExp; readonly because: string };
}

/** A rule about where a file lies. */
export interface PathRule {
  readonly rule: string;
  readonly forbidden: RegExp;
}

const TYPESCRIPT = /\.ts$/;
const ANY_TEXT = /\.(ts|[cm]?js|json|md|ya?ml|txt|sh|tmpl)$|(^|\/)(\.[a-z]+|run)$/;

export const textRules: readonly TextRule[] = [
  {
    rule: 'client-node is imported in one file, which loads it when first needed',
    files: TYPESCRIPT,
    forbidden: /(from|import\(|require\()\s*['"]@kubernetes\/client-node/,
    except: {
      files: /^libs\/(?:kube\/src\/access\/client-node|testing\/src\/trials\/emulator\/client-node\.spec)\.ts$/,
      because: 'the one is that file, and in the other programs on client-node speak to the emulator',
    },
  },
  {
    rule: 'nothing is printed past the logger and the commands',
    // Specs hold programs for other processes as text; the linter knows those from calls.
    files: /(?<!\.(?:spec|e2e|conformance))\.ts$/,
    forbidden: /\bconsole\s*[.[]/,
  },
  {
    rule: 'no file knows the folders of the machine that it was written on',
    files: ANY_TEXT,
    forbidden: /(?<![\w.~>$}/-])\/(?:home|root|tmp|work|Users|var\/folders)\/[\w.-]/,
  },
  {
    rule: 'no file names the host of a package registry',
    files: ANY_TEXT,
    forbidden: /\bregistry\.[a-z]+js\.|\b(?:npm|go|pypi|crates)\w*\.pkg\.|\bproxy\.golang\.|\/artifactory\/|"resolved": "https?:/,
  },
  {
    rule: 'no test is left out or run alone',
    files: /\.(spec|e2e|conformance)\.ts$/,
    forbidden: /\b(?:it|test|describe)(?:\.each)?\.(?:only|skip|todo)\b|^\s*(?:[xf](?:it|describe|test))\(/m,
    except: {
      files: /^(?:libs\/testing\/src\/drivers\/container\.driver\.spec|tools\/conformance\/src\/fuzz\.spec|tools\/ship\/src\/(?:image\/images\.spec|kustomization\/installed\.spec|generator\/options\.e2e)|apps\/postgres-provider-e2e\/src\/stories\/beside-go\.e2e)\.ts$/,
      because: 'they name the reason why there is no container engine, no Kubernetes, no kcp or no provider in Go',
    },
  },
];

export const pathRules: readonly PathRule[] = [
  { rule: "an index.ts stands at a package's root only", forbidden: /^(apps|libs|tools)\/[^/]+\/src\/.+\/index\.[cm]?ts$/ },
  { rule: 'a folder says what is in it', forbidden: /(^|\/)(utils?|helpers?|common|shared|types|misc|lib)\// },
];
