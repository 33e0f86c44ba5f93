/* Checks the boot password of a condensing unit in its controller, without a connection. C99, no library, no memory from the heap.
 * docs/remote-boot.md says what it is. Call boot_password_check() with the key of the unit, its number, the day where it stands and the
 * eight digits that a person typed; without a clock boot_counter_check(). Keep the state where it survives a loss of power.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- SHA-256 and HMAC; replace them by those of your platform, if it has them --- */

static const uint32_t sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t right(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

static void sha_block(uint32_t h[8], const uint8_t *p) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (right(a, 7) ^ right(a, 18) ^ a >> 3) + w[i - 7] + (right(b, 17) ^ right(b, 19) ^ b >> 10);
  }
  memcpy(v, h, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t e = v[4], a = v[0];
    uint32_t t = v[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + sha_k[i] + w[i];
    uint32_t u = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof v[0]);
    v[4] += t;
    v[0] = t + u;
  }
  for (int i = 0; i < 8; i++) h[i] += v[i];
}

/* Of at most 119 bytes: two blocks hold all that is hashed here. */
static void sha256(const uint8_t *data, size_t length, uint8_t out[32]) {
  uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t blocks[128] = {0};
  size_t whole = length + 9 <= 64 ? 64 : 128;
  memcpy(blocks, data, length);
  blocks[length] = 0x80;
  for (int i = 0; i < 4; i++) blocks[whole - 1 - i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
  for (size_t at = 0; at < whole; at += 64) sha_block(h, blocks + at);
  for (int i = 0; i < 32; i++) out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

static void hmac_sha256(const uint8_t key[32], const char *message, uint8_t out[32]) {
  uint8_t inner[128], outer[96];
  size_t length = strlen(message);
  for (int i = 0; i < 64; i++) {
    uint8_t k = i < 32 ? key[i] : 0;
    inner[i] = k ^ 0x36;
    outer[i] = k ^ 0x5c;
  }
  memcpy(inner + 64, message, length);
  sha256(inner, 64 + length, outer + 64);
  sha256(outer, 96, out);
}

/* --- The password --- */

static const char damm[10][11] = {"0317598642", "7092154863", "4206871359", "1750983426", "6123045978",
                                  "3674209581", "5869720134", "8945362017", "9438617205", "2581436790"};

/* The digit for which a number with its check digit ends at '0'. */
static char damm_digit(const char *digits) {
  char interim = '0';
  for (; *digits; digits++) interim = damm[interim - '0'][*digits - '0'];
  return interim;
}

/* The code of a day and attempt. `unit` has 4 to 32 capitals and digits, `when` is YYYYMMDD, or C and a counter of eight digits. */
static void boot_code(const uint8_t key[32], const char *unit, const char *when, int attempt, char code[9]) {
  char message[56];
  uint8_t mac[32];
  snprintf(message, sizeof message, "WPB1|%s|%s|%d", unit, when, attempt);
  hmac_sha256(key, message, mac);
  const uint8_t *p = mac + (mac[31] & 15);
  uint32_t n = ((uint32_t)(p[0] & 0x7f) << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]) % 10000000u;
  snprintf(code, 8, "%07lu", (unsigned long)n);
  code[7] = damm_digit(code);
  code[8] = 0;
}

void boot_password(const uint8_t key[32], const char *unit, long day, int attempt, char code[9]) {
  char when[24];
  snprintf(when, sizeof when, "%08ld", day);
  boot_code(key, unit, when, attempt, code);
}
void boot_counter_password(const uint8_t key[32], const char *unit, uint32_t counter, char code[9]) {
  char when[24];
  snprintf(when, sizeof when, "C%08lu", (unsigned long)counter);
  boot_code(key, unit, when, 0, code);
}

/* The day before or after: YYYYMMDD to days since 0000-03-01 and back. */
static long day_number(long day) {
  long y = day / 10000, m = day / 100 % 100, d = day % 100;
  y -= m <= 2;
  m += m <= 2 ? 9 : -3;
  return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + d - 1;
}
static long day_of(long number) {
  long y = (number * 400 + 599) / 146097, left;
  while ((left = number - (365 * y + y / 4 - y / 100 + y / 400)) < 0) y--;
  while (left > 364 + ((y + 1) % 4 == 0 && ((y + 1) % 100 != 0 || (y + 1) % 400 == 0))) {
    y++;
    left = number - (365 * y + y / 4 - y / 100 + y / 400);
  }
  long m = (5 * left + 2) / 153, d = left - (153 * m + 2) / 5 + 1;
  return (m < 10 ? y : y + 1) * 10000 + (m < 10 ? m + 3 : m - 9) * 100 + d;
}

/* What has to survive a loss of power; zero at first. Times are seconds of the controller's clock. */
struct boot_password_state {
  long used[12]; /* day * 10 + attempt of codes that were taken; those of older days are overwritten */
  int wrong;
  int64_t locked_until;
};
enum boot_password_answer { BOOT_TAKEN, BOOT_WRONG, BOOT_TYPING, BOOT_USED, BOOT_LOCKED };
enum { BOOT_TRIES = 5, BOOT_LOCK_SECONDS = 86400, BOOT_WINDOW = 3 };

static int is_typed_right(const char *typed) {
  return strlen(typed) == 8 && strspn(typed, "0123456789") == 8 && damm_digit(typed) == '0';
}

/* Whether a typed code starts the unit: yesterday's, today's and tomorrow's, each once. A mistake in typing is seen by the check digit
 * and is no try. After five wrong ones the unit takes none for a day. */
enum boot_password_answer boot_password_check(struct boot_password_state *state, const uint8_t key[32], const char *unit, long today,
                                              int64_t now, const char *typed) {
  if (now < state->locked_until) return BOOT_LOCKED;
  if (!is_typed_right(typed)) return BOOT_TYPING;
  for (int around = -1; around <= 1; around++)
    for (int attempt = 0; attempt <= 3; attempt++) {
      long day = day_of(day_number(today) + around), token = day * 10 + attempt;
      char code[9];
      boot_password(key, unit, day, attempt, code);
      if (strcmp(code, typed) != 0) continue;
      int oldest = 0;
      for (int i = 0; i < 12; i++) {
        if (state->used[i] == token) return BOOT_USED;
        if (state->used[i] < state->used[oldest]) oldest = i;
      }
      state->used[oldest] = token;
      state->wrong = 0;
      return BOOT_TAKEN;
    }
  if (++state->wrong >= BOOT_TRIES) {
    state->wrong = 0;
    state->locked_until = now + BOOT_LOCK_SECONDS;
  }
  return BOOT_WRONG;
}

/* Of a controller without a clock; zero at first, and again with a new key. Times are seconds for which it has had power. */
struct boot_counter_state {
  uint32_t taken; /* counter of the last code that was taken */
  int wrong;
  int64_t locked_until;
};

/* Whether a typed code starts the unit: one of the next three counters. Taken, it makes itself and all before it worthless. */
enum boot_password_answer boot_counter_check(struct boot_counter_state *state, const uint8_t key[32], const char *unit, int64_t now,
                                             const char *typed) {
  if (now < state->locked_until) return BOOT_LOCKED;
  if (!is_typed_right(typed)) return BOOT_TYPING;
  for (uint32_t ahead = 1; ahead <= BOOT_WINDOW; ahead++) {
    char code[9];
    boot_counter_password(key, unit, state->taken + ahead, code);
    if (strcmp(code, typed) != 0) continue;
    state->taken += ahead;
    state->wrong = 0;
    return BOOT_TAKEN;
  }
  if (++state->wrong >= BOOT_TRIES) {
    state->wrong = 0;
    state->locked_until = now + BOOT_LOCK_SECONDS;
  }
  return BOOT_WRONG;
}

/* --- cc -DBOOT_PASSWORD_PROGRAM: `test`; KEY UNIT WHEN CODE; or `each`, with such lines on its input. WHEN is YYYYMMDD, or C and the
 * counter that was taken last. Each check begins with a state of its own. --- */
#ifdef BOOT_PASSWORD_PROGRAM
static void read_key(const char *hex, uint8_t key[32]) {
  for (int i = 0; i < 32; i++) {
    unsigned int byte = 0;
    sscanf(hex + 2 * i, "%2x", &byte);
    key[i] = (uint8_t)byte;
  }
}

static int test(void) {
  static const char *const unit = "CU26A0000417";
  struct boot_password_state state = {{0}, 0, 0};
  struct boot_counter_state counted = {8, 0, 0};
  uint8_t key[32];
  char code[9];
  int failed = 0;
  read_key("48a246a557dc1bfa7c2c560fbc91d9572d2f576dfcd2eb1fc00a4b86916df09c", key);
  boot_password(key, unit, 20261124, 0, code), failed += strcmp(code, "44604820") != 0;
  boot_password(key, unit, 20261124, 1, code), failed += strcmp(code, "31264453") != 0;
  boot_password(key, unit, 20261125, 0, code), failed += strcmp(code, "01244483") != 0;
  failed += day_of(day_number(20270101) - 1) != 20261231 || day_of(day_number(20280228) + 1) != 20280229;
  failed += boot_password_check(&state, key, unit, 20261125, 0, "44604820") != BOOT_TAKEN;
  failed += boot_password_check(&state, key, unit, 20261125, 0, "44604820") != BOOT_USED;
  failed += boot_password_check(&state, key, unit, 20261126, 0, "31264453") != BOOT_WRONG;
  failed += boot_password_check(&state, key, unit, 20261124, 0, "44604802") != BOOT_TYPING;
  for (int i = 0; i < 4; i++) failed += boot_password_check(&state, key, unit, 20261126, 0, "31264453") != BOOT_WRONG;
  failed += boot_password_check(&state, key, unit, 20261124, 86399, "31264453") != BOOT_LOCKED;
  failed += boot_password_check(&state, key, unit, 20261124, 86400, "31264453") != BOOT_TAKEN;
  /* The window begins after the last one: 9, 10 and 11, not 12; then 12. */
  failed += boot_counter_check(&counted, key, unit, 0, "03445812") != BOOT_WRONG;
  boot_counter_password(key, unit, 11, code), failed += boot_counter_check(&counted, key, unit, 0, code) != BOOT_TAKEN;
  failed += boot_counter_check(&counted, key, unit, 0, code) != BOOT_WRONG;
  boot_counter_password(key, unit, 10, code), failed += boot_counter_check(&counted, key, unit, 0, code) != BOOT_WRONG;
  failed += boot_counter_check(&counted, key, unit, 0, "03445821") != BOOT_TYPING;
  failed += boot_counter_check(&counted, key, unit, 0, "03445812") != BOOT_TAKEN;
  for (int i = 0; i < 5; i++) failed += boot_counter_check(&counted, key, unit, 0, "03445812") != BOOT_WRONG;
  boot_counter_password(key, unit, 13, code), failed += boot_counter_check(&counted, key, unit, 86399, code) != BOOT_LOCKED;
  failed += boot_counter_check(&counted, key, unit, 86400, code) != BOOT_TAKEN;
  puts(failed ? "failed" : "ok");
  return failed;
}

static const char *check(const char *hex, const char *unit, const char *when, const char *typed) {
  static const char *const answers[] = {"taken", "wrong", "typing", "used", "locked"};
  struct boot_password_state state = {{0}, 0, 0};
  struct boot_counter_state counted = {0, 0, 0};
  uint8_t key[32];
  unsigned long at;
  if (strlen(hex) != 64 || strlen(unit) > 32 || sscanf(when + (when[0] == 'C'), "%lu", &at) != 1) return "?";
  read_key(hex, key);
  counted.taken = (uint32_t)at;
  return answers[when[0] == 'C' ? boot_counter_check(&counted, key, unit, 0, typed)
                                : boot_password_check(&state, key, unit, (long)at, 0, typed)];
}

int main(int count, char **words) {
  char key[65], unit[33], when[17], typed[17];
  if (count == 2 && strcmp(words[1], "test") == 0) return test();
  if (count == 2 && strcmp(words[1], "each") == 0) {
    while (scanf("%64s %32s %16s %16s", key, unit, when, typed) == 4) puts(check(key, unit, when, typed));
    return 0;
  }
  if (count != 5) return 2;
  puts(check(words[1], words[2], words[3], words[4]));
  return 0;
}
#endif
