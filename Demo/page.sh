#!/usr/bin/env bash
# Shows how phones open the page of a round: page.sh HYZER LOG
set -euo pipefail
hyzer=$1 log=$2
address=$(hostname -I 2>/dev/null | cut -d' ' -f1)
echo
echo "The round on a phone:"
"$hyzer" round invite --db "$log" --url "http://${address:-127.0.0.1}:8080"
echo "It opens once this runs:"
echo "  $hyzer serve --address 0.0.0.0:8080 --db $log"
