import {
  Contains, IsAlpha, IsAlphanumeric, IsAscii, IsCreditCard, IsDateString, IsEmail, IsFQDN, IsHexColor, IsHexadecimal, IsIP, IsISBN,
  IsISO8601, IsLowercase, IsMACAddress, IsMongoId, IsNotEmpty, IsOctal, IsRFC3339, IsSemVer, IsString, IsUrl, IsUUID, Length, Matches,
  MaxLength, MinLength, NotContains,
} from 'class-validator';

import { values } from './sample-api.js';
import type { DecoratorSample } from './decorator-sample.js';

const version4 = '9f2f2d3c-5a0b-4c8e-9d6b-0c1a2b3c4d5e';
const version1 = 'c232ab00-9414-11ec-b3c8-9f6bdeced846';

/** Rules about text. */
export const textSamples: readonly DecoratorSample[] = [
  values('IsString', [IsString()], { accepts: ['', 'abc'], refuses: [1, true, ['abc'], { a: 'b' }] }),
  values('IsNotEmpty', [IsString(), IsNotEmpty()], { accepts: ['a'], refuses: [''] }),
  values('MinLength 3', [MinLength(3)], { accepts: ['abc', 'äöü', '🐘🐘🐘'], refuses: ['ab', '🐘🐘', 123] }),
  values('MaxLength 3', [MaxLength(3)], { accepts: ['', 'abc', '🐘🐘🐘'], refuses: ['abcd', '🐘🐘🐘🐘'] }),
  values('Length 2 to 3', [Length(2, 3)], { accepts: ['ab', 'abc'], refuses: ['a', 'abcd'] }),
  values('Matches', [Matches(/^v\d+$/)], { accepts: ['v1', 'v12'], refuses: ['v', 'av1', 'v1 '] }),
  values('Matches somewhere', [Matches(/b+/)], { accepts: ['abc'], refuses: ['ac'] }),
  values('Matches any case', [Matches(/^abc$/i)], { accepts: ['aBc'], refuses: ['abcd'] }),
  values('Matches with a slash', [Matches(/^a\/[\u0041-\u0043]$/)], { accepts: ['a/B'], refuses: ['a/D', 'a'] }),
  values('Matches twice', [Matches(/^a/), Matches(/z$/)], { accepts: ['az'], refuses: ['ab', 'bz'] }),
  values('Matches looking ahead', [Matches(/^(?!root)/)], { accepts: ['user'], refuses: ['root'], checkedBy: 'class' }),
  values('Contains', [Contains('a.b')], { accepts: ['xa.by'], refuses: ['aXb'] }),
  values('NotContains', [NotContains('a.b')], { accepts: ['aXb'], refuses: ['xa.by'] }),
  values('IsAlpha', [IsAlpha()], { accepts: ['abC'], refuses: ['ab1', ''] }),
  values('IsAlphanumeric', [IsAlphanumeric()], { accepts: ['ab1'], refuses: ['ab-1'] }),
  values('IsAscii', [IsAscii()], { accepts: ['a~'], refuses: ['ä'] }),
  values('IsHexadecimal', [IsHexadecimal()], { accepts: ['00fF', '0x1'], refuses: ['0g'] }),
  values('IsOctal', [IsOctal()], { accepts: ['017', '0o17'], refuses: ['08'] }),
  values('IsEmail', [IsEmail()], { accepts: ['a@example.org'], refuses: ['example.org'] }),
  values('IsUrl', [IsUrl()], { accepts: ['https://example.org/a?b=c'], refuses: ['not a url'] }),
  values('IsFQDN', [IsFQDN()], { accepts: ['db.example.org'], refuses: ['db example.org'] }),
  values('IsMACAddress', [IsMACAddress()], { accepts: ['01:23:45:67:89:ab'], refuses: ['01:23'] }),
  values('IsUUID', [IsUUID()], { accepts: [version4, version1], refuses: ['9f2f2d3c'] }),
  values('IsUUID 4', [IsUUID('4')], { accepts: [version4], refuses: [version1] }),
  values('IsIP', [IsIP()], { accepts: ['10.0.0.1', '::1'], refuses: ['10.0.0.256', 'host'] }),
  values('IsIP 4', [IsIP('4')], { accepts: ['10.0.0.1'], refuses: ['::1'] }),
  values('IsIP 6', [IsIP('6')], { accepts: ['::1'], refuses: ['10.0.0.1'] }),
  values('IsISBN', [IsISBN()], { accepts: ['9780306406157'], refuses: ['9780306406158'] }),
  values('IsMongoId', [IsMongoId()], { accepts: ['507f1f77bcf86cd799439011'], refuses: ['507f'] }),
  values('IsCreditCard', [IsCreditCard()], { accepts: ['4111111111111111'], refuses: ['4111111111111112'] }),
  values('IsHexColor', [IsHexColor()], { accepts: ['#fff', '#12345f'], refuses: ['#12345g'] }),
  values('IsRFC3339', [IsRFC3339()], { accepts: ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.5+01:00'], refuses: ['yesterday'] }),
  values('IsISO8601', [IsISO8601()], { accepts: ['2026-01-02T03:04:05Z'], refuses: ['yesterday'] }),
  values('IsDateString', [IsDateString()], { accepts: ['2026-01-02T03:04:05Z'], refuses: ['yesterday'] }),
  values('IsLowercase', [IsString(), IsLowercase()], { accepts: ['abc'], refuses: ['aBc'], checkedBy: 'class' }),
  values('IsSemVer', [IsString(), IsSemVer()], { accepts: ['1.2.3'], refuses: ['1.2'], checkedBy: 'class' }),
];
