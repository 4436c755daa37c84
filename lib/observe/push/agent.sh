#!/bin/sh
# Reports the use of this machine's GPUs to spendwatch. Needs sh, curl and nvidia-smi or rocm-smi, but no API key.
#
#   agent.sh [forever]   measures for one minute and sends the queue; with forever, repeats that without a timer
#   SPENDWATCH_PUSH_URL  the address where spendwatch receives metrics, without /v1/metrics
#   SPENDWATCH_TOKEN     the token of this machine, which `spendwatch agent token` prints
set -u; umask 077; unset CDPATH
[ "$(id -u)" = 0 ] && state=/var/lib || state=${XDG_STATE_HOME:-${HOME:-/nowhere}/.local/state}; spool=${SPENDWATCH_SPOOL:-$state/spendwatch-agent}
seconds=${SPENDWATCH_SAMPLE_SECONDS:-5} # The GPUs are read this often; the highest reading of a minute is sent.
samples=${SPENDWATCH_SAMPLES:-11}       # Readings a minute: fewer where reading is slow, so that a run ends within it.
proc=${SPENDWATCH_PROC:-/proc}          # Where the processes of the machine are seen, such as /host/proc in a container.
batch=${SPENDWATCH_BATCH:-15} most=${SPENDWATCH_QUEUE:-360} # Minutes are sent in batches, and kept while they cannot be sent.
fail() { echo "spendwatch agent: $1" >&2; exit 2; }
case ${SPENDWATCH_PUSH_URL:-} in http*://*) ;; *) fail 'set SPENDWATCH_PUSH_URL to the address of spendwatch' ;; esac
[ -n "${SPENDWATCH_TOKEN:-}" ] || fail 'set SPENDWATCH_TOKEN to the token of this machine'
# In the folder itself: nobody else may have made it, write in it, or have led here by a link.
mkdir -p -- "$spool" && spool=$(cd -- "$spool" && pwd) && cd "$spool" || fail "cannot use the folder $spool: set SPENDWATCH_SPOOL to another one"
ls -ldn . "$spool" | awk -v me="$(id -u)" '{ if ($NF == "." ? $1 !~ /^d....-..-/ || $3 != me : $3 != me && $3 != 0) bad = 1 } END { exit bad || NR != 2 }' &&
  touch queue || fail "others could write in $spool: set SPENDWATCH_SPOOL to a folder of this user alone"

# Prints a line for each GPU: gpu, its id, its use in percent and its used memory in MiB.
gpus() {
  if command -v nvidia-smi >/dev/null; then
    nvidia-smi --query-gpu=uuid,utilization.gpu,memory.used --format=csv,noheader,nounits
  elif command -v rocm-smi >/dev/null; then
    rocm-smi --showuse --showmeminfo vram --csv | awk -F, '/^device,/ { for (i = 1; i <= NF; i++) of[$i] = i }
      /^card/ { print $1 ", " $of["GPU use (%)"] ", " int($of["VRAM Total Used Memory (B)"] / 1048576) }'
  fi 2>/dev/null | sed 's/^/gpu, /'
}

# Prints the number of login sessions by utmp or systemd, which leave out most that have no terminal; nothing without both.
logins() {
  list=$(if [ -s /run/utmp ]; then who; else loginctl list-sessions --no-legend; fi 2>/dev/null) &&
    printf '%s' "$list" | grep -cvE '(-|seat[0-9]+) +[0-9]+ +(manager|background|greeter)'
}

# Prints the number of SSH connections by the titles of processes, also of editors, copies and tunnels; nothing if they are hidden.
connections() {
  [ -r "$proc/1/cmdline" ] && cat "$proc"/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | awk '
    /^sshd(-session)?: / { if (/@/ || NF == 2 && $2 !~ /^[[\/]/) open++; if (/\[priv\]/) asking++; if (/\[net\]/) asking-- }
    /^be-child$|(^|\/)ssm-session-worker$/ { open++ } /(^|\/)dropbear$/ && dropbear++ { open++ }
    END { print (open > asking ? open : asking) + 0 }'
}

# Prints the larger number; nothing where none is known and one of them cannot be told, since unknown is not zero.
sessions() {
  awk -v a="$(logins)" -v b="$(connections)" 'BEGIN { most = a + 0 > b + 0 ? a + 0 : b + 0; if (most > 0 || a != "" && b != "") print most }'
}

# Measures for a minute and queues a line. A GPU whose use cannot be read, as in MIG mode, is left out as unknown.
measure() {
  begun=$(date +%s) i=0
  while gpus && sed -n 's/^cpu  */cpu, /p' /proc/stat && [ "$((i += 1))" -le "$samples" ] &&
    [ "$(($(date +%s) - begun))" -lt 50 ]; do sleep "$seconds"; done |
    awk -F', ' -v at="$begun" -v sessions="$(sessions)" '
    function higher(old, new) { return old == "" || new + 0 > old ? new + 0 : old }
    function point(value, id) {
      return sprintf("{\"timeUnixNano\":\"%d000000000\",\"asDouble\":%s%s}", at, value,
        id == "" ? "" : ",\"attributes\":[{\"key\":\"hw.id\",\"value\":{\"stringValue\":\"" id "\"}}]")
    }
    function gauge(name, points) {
      if (points != "") line = line (line == "" ? "" : ",") "{\"name\":\"" name "\",\"gauge\":{\"dataPoints\":[" points "]}}"
    }
    $1 == "gpu" && $2 ~ /^[A-Za-z0-9-]+$/ {
      seen[$2] += 1
      if ($3 ~ /^[0-9]+$/) { use[$2] = higher(use[$2], $3); known[$2] += 1 }
      if ($4 ~ /^[0-9]+$/) memory[$2] = higher(memory[$2], $4)
    }
    $1 == "cpu" {
      all = 0; for (i = split($2, field, " "); i > 0; i--) if (i <= 8) all += field[i]
      if (begun == "") { begun = all; rested = field[4] + field[5] }; spent = all - begun; idle = field[4] + field[5] - rested }
    END {
      for (id in seen) if (known[id] == seen[id]) uses = uses (uses == "" ? "" : ",") point(use[id] / 100, id)
      for (id in memory) held = held (held == "" ? "" : ",") point(sprintf("%.0f", memory[id] * 1048576), id)
      gauge("spendwatch.sessions", sessions == "" ? "" : point(sessions + 0))
      gauge("system.cpu.utilization", spent > 0 ? point(1 - idle / spent) : "")
      gauge("hw.gpu.utilization", uses); gauge("hw.gpu.memory.usage", held); if (line != "") print line
    }' >>queue
}

# Sends the queue once it holds a batch, and empties it only after spendwatch accepted it: repeating it changes nothing.
send() {
  [ "$(wc -l <queue)" -ge "$batch" ] || return 0
  tail -n "$most" queue >rest && mv rest queue
  # A copy of this machine has the same token but another boot ID: figures from both then count as unknown.
  host='"resource":{"attributes":[{"key":"host.id","value":{"stringValue":"'$(cat /proc/sys/kernel/random/boot_id)'"}}]}'
  { echo "{\"resourceMetrics\":[{$host,\"scopeMetrics\":[{\"metrics\":["; paste -sd, queue; echo ']}]}]}'; } >body
  # The token is passed over standard input: every user of the machine can read a command line.
  printf 'header = "authorization: Bearer %s"\n' "$SPENDWATCH_TOKEN" |
    curl -K - -fsS --max-time 30 -o /dev/null -H 'content-type: application/json' --data-binary @body \
      "${SPENDWATCH_PUSH_URL%/}/v1/metrics" && : >queue
}

while measure; send; [ "${1:-}" = forever ]; do :; done
