/** A class whose instances are made without arguments, as class-transformer makes them. */
export type ClassOf<T extends object = object> = new () => T;
