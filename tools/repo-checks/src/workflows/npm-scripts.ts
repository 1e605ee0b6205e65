/** What a step of a workflow runs. */
export interface WorkflowStep {
  readonly line: number;
  readonly command: string;
}

/** Steps that run something, with a scalar on the line of `run:`; a block is given as its marker, and so kept by no script. */
export function workflowSteps(workflow: string): readonly WorkflowStep[] {
  return workflow.split('\n').flatMap((text, index) => {
    const command = /^\s*(?:-\s+)?run:\s*(.*\S)\s*$/.exec(text)?.[1];
    return command === undefined ? [] : [{ line: index + 1, command }];
  });
}

/** The script of the root's package.json that a command is, or `undefined` where it is something else. */
export function scriptOf(command: string): string | undefined {
  return /^npm (?:run )?([\w:-]+)(?: -- [\w=,.{}$ -]+)?$/.exec(command)?.[1];
}
