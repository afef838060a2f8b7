#!/bin/sh
# Makes the certificates of the database's machines: sh make-certificates.sh FOLDER NAME=ADDRESS...
#
# FOLDER gets ca.pem and ca-key.pem, the authority that all of them trust, unless it has them, and for each machine
# NAME.pem with NAME-key.pem for etcd and Patroni, and NAME-postgres.pem with its key for PostgreSQL. Who has NAME.pem
# with its key may command etcd: keep ca-key.pem away from the machines, and use it for nothing else. They are valid for
# ten years; run it again for new ones. It needs openssl 3.
set -eu
umask 077
cd "$1"
shift

new_key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }

if [ ! -e ca.pem ]; then
  new_key ca-key.pem
  openssl req -x509 -new -key ca-key.pem -days 3650 -subj "/CN=payments database" -out ca.pem
  chmod 644 ca.pem
fi

# certify NAME ALTERNATIVE-NAMES USES
certify() {
  new_key "$1-key.pem"
  printf '%s\n' "subjectAltName = $2" "basicConstraints = critical, CA:FALSE" "extendedKeyUsage = $3" > "$1.ext"
  openssl req -new -key "$1-key.pem" -subj "/CN=$1" |
    openssl x509 -req -days 3650 -CA ca.pem -CAkey ca-key.pem -extfile "$1.ext" -out "$1.pem"
  rm "$1.ext"
}

for machine in "$@"; do
  name=${machine%%=*} address=${machine#*=}
  # Without a name of DNS: to compare one, Debian's python3-etcd needs a package that it does not install.
  certify "$name" "IP:$address" "serverAuth, clientAuth"
  # Our processes reach PostgreSQL through HAProxy on their own machine.
  certify "$name-postgres" "IP:$address, IP:127.0.0.1, DNS:localhost" "serverAuth"
done
