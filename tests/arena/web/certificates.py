"""Certificates of the tests' own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def make_certificate(folder: Path, *names: str, days: int = 2, since: int = -9, password: bytes = b"") -> tuple[Path, Path]:
    """Write a certificate that signs itself, and its key, and return their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(
        subject, subject, key.public_key(), x509.random_serial_number(), now + timedelta(days=since), now + timedelta(days=days)
    )
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(list(map(x509.DNSName, names))), critical=False)
    lock = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    certificate, private = folder / "fullchain.pem", folder / "privkey.pem"
    certificate.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock))
    return certificate, private
