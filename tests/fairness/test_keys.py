from nacl.public import PrivateKey, SealedBox

from cardroom.fairness.keys import SigningKey, box_keys, fingerprint, is_signed, seal, unseal

KEY = SigningKey(bytes(range(32)))


def test_only_the_owner_of_a_key_signs() -> None:
    signature = KEY.sign(b"message")
    assert is_signed(KEY.public, b"message", signature)
    assert not is_signed(KEY.public, b"massage", signature)
    assert not is_signed(SigningKey(bytes(32)).public, b"message", signature)
    assert not is_signed(KEY.public, b"message", bytes(64))
    assert not is_signed(bytes(32), b"message", signature)


def test_a_signing_key_prints_only_what_everybody_may_know() -> None:
    assert repr(KEY) == f"SigningKey({fingerprint(KEY.public)})"


def test_only_the_auditor_opens_what_was_sealed_for_them() -> None:
    public, secret = box_keys(b"1" * 32)
    box = seal(b"s0 and s1", public, b"2" * 32)
    assert unseal(box, public, secret) == b"s0 and s1"
    assert SealedBox(PrivateKey(secret)).decrypt(box) == b"s0 and s1"
    assert unseal(box, *box_keys(b"3" * 32)) is None
    assert unseal(box[:-1] + bytes([box[-1] ^ 1]), public, secret) is None
    assert unseal(b"short", public, secret) is None
    assert b"s0" not in box
