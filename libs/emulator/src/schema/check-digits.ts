/** True when the digits fulfil the Luhn rule of card numbers. */
export function hasLuhnDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** True for a book number of ten digits, the last of which may be an X. */
export function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  return [...digits].reduce((total, digit, place) => total + (10 - place) * (digit === 'X' ? 10 : Number(digit)), 0) % 11 === 0;
}

/** True for a book number of thirteen digits. */
export function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  return [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}
