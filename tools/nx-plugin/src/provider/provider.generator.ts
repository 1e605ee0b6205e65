import { generateFiles, installPackagesTask } from '@nx/devkit';
import type { GeneratorCallback, Tree } from '@nx/devkit';
import { endToEndConfigurations } from '../plan/end-to-end.js';
import { planProvider } from '../plan/provider-plan.js';
import type { ProviderPlan, ProviderSchema } from '../plan/provider-plan.js';
import { specWords } from '../plan/spec-words.js';
import { prepareWorkspace } from '../workspace/prepare-workspace.js';
import { referTo, referencesTo, wholeReferencesTo } from '../workspace/project-references.js';
import { templates } from '../workspace/templates.js';
import { runtimeVersions, testVersions } from '../workspace/versions.js';

/** `nx g @kcp-runtime/nx:provider <name>`. @throws OptionRefused before anything is written */
export default function provider(tree: Tree, schema: ProviderSchema): GeneratorCallback {
  const plan = planProvider(tree, schema);
  prepareWorkspace(tree, schema.directory ?? 'apps');
  writeApp(tree, plan);
  writeEndToEnd(tree, plan);
  // npm links the new projects too, which a workspace that has every package already needs as well.
  return () => installPackagesTask(tree, true);
}

function writeApp(tree: Tree, plan: ProviderPlan): void {
  const nestReferences = referencesTo(tree, plan.offset, '@kcp-runtime/nest');
  const testingReferences = referencesTo(tree, plan.offset, '@kcp-runtime/testing');
  const libReferences = referencesTo(tree, plan.offset, '@kcp-runtime/nest', '@kcp-runtime/testing', '@kcp-runtime/nx');
  const words = { ...plan, ...specWords(plan), dot: '.', runtimeVersions, testVersions, nestReferences, testingReferences, libReferences, json };
  generateFiles(tree, templates('provider'), plan.folder, words);
  generateFiles(tree, templates('api'), `${plan.folder}/src`, words);
  generateFiles(tree, templates('ci'), '.', words);
  referTo(tree, plan.folder);
}

function writeEndToEnd(tree: Tree, plan: ProviderPlan): void {
  const references = referencesTo(tree, plan.offset, '@kcp-runtime/testing', '@kcp-runtime/nest');
  const wholeReferences = wholeReferencesTo(tree, plan.offset, '@kcp-runtime/testing');
  const words = { ...plan, testVersions, runtimeVersions, projectReferences: references, wholeReferences, endToEndConfigurations: endToEndConfigurations(plan.modes), json };
  generateFiles(tree, templates('e2e'), plan.endToEndFolder, words);
  for (const mode of plan.modes) generateFiles(tree, templates(`e2e-${mode}`), plan.endToEndFolder, words);
  if (plan.needsOpenMcp) generateFiles(tree, templates('e2e-openmcp'), plan.endToEndFolder, words);
  referTo(tree, plan.endToEndFolder);
}

/** A value inside a JSON file, two spaces a level. */
function json(value: unknown, level: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(level)}`);
}
